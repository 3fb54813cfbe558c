-- needs: login
-- Keeps a link code for the player ARGV[4], good while the player's logins are of this generation.
redis.call('SET', KEYS[4], ARGV[4] .. ' ' .. generation, 'PX', LINK_CODE_MS)
return {'done', debt, now}
