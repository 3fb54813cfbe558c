-- needs: time
-- Lists the login with this digest until it expires, and strikes off those that have expired.
local function list_login(call, logins, digest)
  call('ZREMRANGEBYSCORE', logins, '-inf', now)
  call('ZADD', logins, now + LOGIN_MS, digest)
  call('PEXPIRE', logins, LOGIN_MS)
end
