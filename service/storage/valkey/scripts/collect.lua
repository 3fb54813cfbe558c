-- Up to `limit` entries of an outbox for a consumer of a group: first those that another has left for `idle`
-- milliseconds, then new ones. Each as its id, how often it has now been delivered, and its fields.
local outbox, group, consumer, idle, limit = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('XLEN', outbox) == 0 then return {} end

-- To make the group each time, and be told that it is there, would be refused where memory is full.
local function claim(call)
  return call('XAUTOCLAIM', outbox, group, consumer, idle, '0-0', 'COUNT', limit)
end
local claimed = claim(redis.pcall)
if claimed.err then
  if not claimed.err:find('NOGROUP', 1, true) then return claimed end
  redis.call('XGROUP', 'CREATE', outbox, group, '0')
  claimed = claim(redis.call)
end

local collected = {}
for _, entry in ipairs(claimed[2]) do
  local attempts = redis.call('XPENDING', outbox, group, entry[1], entry[1], 1)[1][4]
  collected[#collected + 1] = {entry[1], attempts, entry[2]}
end
if #collected == limit then return collected end

local fresh = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', limit - #collected, 'STREAMS', outbox, '>')
for _, entry in ipairs(fresh and fresh[1][2] or {}) do
  collected[#collected + 1] = {entry[1], 1, entry[2]}
end
return collected
