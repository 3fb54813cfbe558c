-- needs: time record race
-- Anyone's game in a race, the time, and how its race stands: empty if that is gone or cannot be read. 'due' where
-- something else has to be done first.
local record, fault = fetch(KEYS[2], ARGV[2])
local facts = redis.pcall('HMGET', KEYS[1], RACE_SEAL, RACE_HEAD)
local head = not facts.err and read_head(ARGV[1], facts[1], facts[2])
if not fault and head and head.due and now >= head.due then return {'due', record, now, ''} end
return {fault or 'done', record, head and math.max(now, head.at) or now, head and head.status or ''}
