-- Lets a key live on for `life` from now, give or take a day, so that most uses write nothing. Whether it wrote.
local function touch(key, life)
  if redis.call('PTTL', key) >= life - DAY_MS then return false end
  return redis.call('PEXPIRE', key, life) == 1
end

-- Lets a game live on, and the list that it stands in, which outlives it and so need not be looked at unless it does.
local function keep(game, index)
  if touch(game, GAME_MS) then redis.call('PEXPIRE', index, INDEX_MS) end
end
