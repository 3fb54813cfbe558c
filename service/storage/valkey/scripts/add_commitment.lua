-- needs: login once
-- Keeps a server seed for the caller's next deal, until its key expires.
-- ARGV: 4 payload, 5 player, 6 id, 7 its member, 8 seed, 9 hash
local commitment, once, own = unpack(KEYS, 4)
local payload, player, id, member, seed, hash = unpack(ARGV, 4)
local seen, answer = recall(once, payload)
if seen then return {seen, debt, answer} end
local expires_at = text(now + COMMITMENT_MS)
redis.call('ZREMRANGEBYSCORE', own, '-inf', now)
redis.call('ZADD', own, expires_at, member)
redis.call('PEXPIRE', own, COMMITMENT_MS)
redis.call('HSET', commitment, 'player', player, 'seed', seed, 'hash', hash, 'expires_at', expires_at)
redis.call('PEXPIRE', commitment, COMMITMENT_MS)
answer = table.concat({id, expires_at, hash, seed}, ' ')
remember(once, payload, answer)
return {'done', debt, answer}
