-- needs: time
-- Makes a token good for the scopes ARGV[2]. ARGV[1] becomes the generation of the player's logins if there is none.
local login, generation = KEYS[1], KEYS[2]
redis.call('SET', generation, ARGV[1], 'NX')
redis.call('PEXPIRE', generation, LOGIN_MS)
redis.call('SET', login, redis.call('GET', generation) .. ' ' .. ARGV[2], 'PX', LOGIN_MS)
return now
