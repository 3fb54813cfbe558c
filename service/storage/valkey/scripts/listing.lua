-- A player's games from an instant back (from the newest if it is empty): all of that very instant, then up to `limit`
-- older ones with their instants.
local function listing(index, instant, limit)
  local ties = instant ~= '' and redis.call('ZREVRANGEBYSCORE', index, instant, instant) or {}
  local newest = instant ~= '' and '(' .. instant or '+inf'
  return ties, redis.call('ZREVRANGEBYSCORE', index, newest, 0, 'WITHSCORES', 'LIMIT', 0, limit)
end
