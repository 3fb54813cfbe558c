-- needs: login number
-- The caller's games in play, each with its instant in the list, as far as their marks stand there beside them.
local index, found = KEYS[4], {}
for _, mark in ipairs(redis.call('ZRANGEBYSCORE', index, '-inf', '(' .. text(-now))) do
  local member = mark:sub(2)
  local instant = redis.call('ZSCORE', index, member)
  if instant then
    found[#found + 1] = member
    found[#found + 1] = instant
  end
end
return {'done', debt, found}
