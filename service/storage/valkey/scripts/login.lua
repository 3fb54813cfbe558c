-- needs: touch listed charge
-- In front of every script that has a caller: the login, its scope and the quota. Goes on with `debt`, the quota's.
-- KEYS: 1 login, 2 generation of the player's logins, 3 quota
-- ARGV: 1 needed scope, 2 burst, 3 interval in microseconds
local tickets = redis.call('MGET', KEYS[1], KEYS[2])
local login, generation = tickets[1], tickets[2]
if not login or not generation or login:sub(1, #generation + 1) ~= generation .. ' ' then
  return {'unauthenticated'}
end
local scopes = login:sub(#generation + 2)
if not scopes:find('play', 1, true) and not scopes:find(ARGV[1], 1, true) then
  return {'out of scope'}
end
local allowed, debt = charge(KEYS[3], tonumber(ARGV[2]), tonumber(ARGV[3]), 1)
if not allowed then return {'over quota', debt} end
if touch(KEYS[1], LOGIN_MS) then
  redis.call('PEXPIRE', KEYS[2], LOGIN_MS)
  -- The list lies beside the generation. It is named here since once a day is too seldom to send its name each time,
  -- and nobody is kept out for want of it.
  list_login(redis.pcall, (KEYS[2]:gsub(':generation:', ':logins:', 1)), KEYS[1]:match('[^:]+$'))
end
