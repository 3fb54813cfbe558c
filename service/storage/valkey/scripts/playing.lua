-- needs: time
-- A game in play stands in the index of its player's games a second time, as a mark at minus its deadline.
local function mark_of(member)
  return '+' .. member
end

-- How many games are in play. The marks of those whose time is up go, whether or not they have been ended.
local function playing(index)
  redis.call('ZREMRANGEBYSCORE', index, -now, '(0')
  return redis.call('ZCOUNT', index, '-inf', '(0')
end
