-- needs: login once record playing
-- Opens a game, using up its commitment.
local game, index, once, deadlines, commitment = KEYS[4], KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local id, member, payload, limit = ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7])
local committed, flips = ARGV[8], tonumber(ARGV[9])
local first_fact = 10

local seen, answer = recall(once, payload)
if seen then return {seen, debt, answer} end

local record = {unpack(ARGV, first_fact)}
if committed == '1' then
  local promise = redis.call('HMGET', commitment, 'player', 'used')
  if promise[1] ~= record[OWNER] then return {'no commitment', debt} end
  if promise[2] then return {'used commitment', debt} end
end

if playing(index) >= limit then return {'too many', debt} end

if committed == '1' then
  redis.call('HSET', commitment, 'used', '1')
  redis.call('PEXPIRE', commitment, ONCE_MS)
end

record.state = {opened_at = now, updated_at = now, flips = flips, version = 1, abandoned = false, recorded = false}
settle(id, record)
redis.call('HSET', game, unpack(named(record)))
redis.call('PEXPIRE', game, GAME_MS)

local deadline = now + LIFETIME_MS
redis.call('ZREMRANGEBYSCORE', index, 0, now - LISTED_MS)
redis.call('ZADD', index, now, member, -deadline, mark_of(member))
redis.call('PEXPIRE', index, INDEX_MS)
redis.call('ZADD', deadlines, deadline, member)
remember(once, payload, id)
return {'done', debt, now}
