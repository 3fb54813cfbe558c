-- Notes a player's seat in the race ARGV[1] at the instant ARGV[2], for as long as ARGV[4]. Answers 0 if they have
-- ARGV[3] seats elsewhere.
local races, seated = unpack(KEYS)
if redis.call('ZCARD', seated) >= tonumber(ARGV[3]) and not redis.call('ZSCORE', seated, ARGV[1]) then return 0 end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[4])
end
redis.call('ZREMRANGEBYSCORE', races, 0, ARGV[2] - ARGV[4])
return 1
