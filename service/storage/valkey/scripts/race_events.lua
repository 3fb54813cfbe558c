-- needs: time race
-- Up to ARGV[3] events of a race after the event ARGV[2], and the number of the last one there is. 'due' if there
-- may be more, once what is due has been done; 'unsound' if the race or its events cannot be read.
local facts = redis.pcall('HMGET', KEYS[1], RACE_SEAL, RACE_HEAD)
local head = not facts.err and read_head(ARGV[1], facts[1], facts[2])
if not head then return {'unsound', 0, {}} end
if head.due and math.max(now, head.at) >= head.due then return {'due', 0, {}} end
local entries = redis.pcall('XRANGE', KEYS[2], (ARGV[2] + 1) .. '-0', '+', 'COUNT', ARGV[3])
if entries.err then return {'unsound', 0, {}} end
return {'done', head.seq, entries}
