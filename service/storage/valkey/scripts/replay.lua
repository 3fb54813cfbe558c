-- Moves the entries ARGV of the dead letters back to the outbox, without the reason; how many were still there.
local dead, outbox = KEYS[1], KEYS[2]
local moved = 0
for _, id in ipairs(ARGV) do
  local found = redis.call('XRANGE', dead, id, id)[1]
  if found then
    local fields = {}
    for at = 1, #found[2], 2 do
      if found[2][at] ~= 'reason' then
        fields[#fields + 1] = found[2][at]
        fields[#fields + 1] = found[2][at + 1]
      end
    end
    redis.call('XADD', outbox, '*', unpack(fields))
    redis.call('XDEL', dead, id)
    moved = moved + 1
  end
end
return moved
