-- Up to `limit` entries of an outbox for a consumer of a group: first those that another has left for `idle`
-- milliseconds, then new ones. Each as its id, how often it has now been delivered, and its fields.
local outbox, group, consumer, idle, limit = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('XLEN', outbox) == 0 then return {} end
local made = redis.pcall('XGROUP', 'CREATE', outbox, group, '0')
if made.err and not made.err:find('BUSYGROUP', 1, true) then return made end

local collected = {}
for _, entry in ipairs(redis.call('XAUTOCLAIM', outbox, group, consumer, idle, '0-0', 'COUNT', limit)[2]) do
  local attempts = redis.call('XPENDING', outbox, group, entry[1], entry[1], 1)[1][4]
  collected[#collected + 1] = {entry[1], attempts, entry[2]}
end
if #collected == limit then return collected end

local fresh = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', limit - #collected, 'STREAMS', outbox, '>')
for _, entry in ipairs(fresh and fresh[1][2] or {}) do
  collected[#collected + 1] = {entry[1], 1, entry[2]}
end
return collected
