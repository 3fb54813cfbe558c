-- needs: grant
-- Makes a token good for a link code of the generation ARGV[1], if the player's logins are still of that one.
return redis.call('GET', KEYS[2]) == ARGV[1] and grant(ARGV[1])
