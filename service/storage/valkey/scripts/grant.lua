-- needs: time
-- Makes the token of the login KEYS[1] good for the scopes ARGV[2], as one of its player's generation, which lives on
-- in KEYS[2]. The time at which it did.
local function grant(generation)
  redis.call('PEXPIRE', KEYS[2], LOGIN_MS)
  redis.call('SET', KEYS[1], generation .. ' ' .. ARGV[2], 'PX', LOGIN_MS)
  return now
end
