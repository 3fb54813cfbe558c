-- needs: login
-- The caller's commitment: the instant at which it expires, the hash of its seed, and the seed.
local promise = redis.call('HMGET', KEYS[4], 'player', 'expires_at', 'hash', 'seed')
if promise[1] ~= ARGV[4] then return {'missing', debt} end
return {'done', debt, promise[2], promise[3], promise[4]}
