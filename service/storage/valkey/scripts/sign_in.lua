-- needs: grant
-- Makes a token good. ARGV[1] becomes the generation of the player's logins if there is none.
redis.call('SET', KEYS[2], ARGV[1], 'NX')
return grant(redis.call('GET', KEYS[2]))
