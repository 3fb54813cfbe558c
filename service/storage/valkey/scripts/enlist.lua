-- Lists the race ARGV[1], made at the instant ARGV[2], and strikes off whatever was made longer than ARGV[3] before it.
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ARGV[2] - ARGV[3])
return 1
