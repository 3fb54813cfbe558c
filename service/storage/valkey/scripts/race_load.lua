-- needs: time once
-- A race, and the time; or what was done under the caller's idempotency key.
local seen, answer = recall(KEYS[2], ARGV[1])
if seen then return {seen, answer or ''} end
local fields = redis.pcall('HGETALL', KEYS[1])
return {'done', now, fields.err and {'', ''} or fields}
