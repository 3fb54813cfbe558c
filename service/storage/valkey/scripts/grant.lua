-- needs: listed
-- Makes the token of the login KEYS[1] good for the scopes ARGV[2], as one of its player's generation, which lives on
-- in KEYS[2], and lists it in KEYS[3] by its digest ARGV[3]. The time at which it did.
local function grant(generation)
  list_login(redis.call, KEYS[3], ARGV[3])
  redis.call('PEXPIRE', KEYS[2], LOGIN_MS)
  redis.call('SET', KEYS[1], generation .. ' ' .. ARGV[2], 'PX', LOGIN_MS)
  return now
end
