-- needs: login
-- The caller's games from the instant of ARGV[4] back (from the newest if it is empty): all of that very
-- instant, then up to ARGV[5] older ones with their instants.
local index, instant, limit = KEYS[4], ARGV[4], ARGV[5]
local ties = instant ~= '' and redis.call('ZREVRANGEBYSCORE', index, instant, instant) or {}
local newest = instant ~= '' and '(' .. instant or '+inf'
return {'done', debt, ties, redis.call('ZREVRANGEBYSCORE', index, newest, 0, 'WITHSCORES', 'LIMIT', 0, limit)}
