-- needs: time race
-- Notes when something is due in a race among the deadlines, if it stands there, as its head says: at no time once it
-- is over. The race may have gone on since it was looked at.
local facts = redis.pcall('HMGET', KEYS[1], RACE_SEAL, RACE_HEAD)
local head = not facts.err and read_head(ARGV[1], facts[1], facts[2])
if not head then return 0 end
if not head.due then return redis.call('ZREM', KEYS[2], ARGV[2]) end
return redis.call('ZADD', KEYS[2], 'XX', head.due, ARGV[2])
