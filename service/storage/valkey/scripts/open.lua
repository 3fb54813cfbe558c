-- needs: login once record playing
-- Opens a game, using up its commitment, and the player's attempt at a daily deal (`variant`, empty for others), which
-- closes at the instant `closes_at`.
local game, index, once, deadlines, commitment, attempts = unpack(KEYS, 4)
local id, member, payload, limit, committed, cursor, variant, closes_at = unpack(ARGV, 4)
local first_fact = 12

local seen, answer = recall(once, payload)
if seen then return {seen, debt, answer} end

local record = {unpack(ARGV, first_fact)}
if committed == '1' then
  local promise = redis.call('HMGET', commitment, 'player', 'used')
  if promise[1] ~= record[OWNER] then return {'no commitment', debt} end
  if promise[2] then return {'used commitment', debt} end
end

local attempt = variant ~= '' and redis.call('HGET', attempts, variant)
if attempt and #attempt == #id then return {'played', debt, attempt} end
if playing(index) >= tonumber(limit) then return {'too many', debt} end

if committed == '1' then
  redis.call('HSET', commitment, 'used', '1')
  redis.call('PEXPIRE', commitment, ONCE_MS)
end

local deadline = now + LIFETIME_MS
record.state = {
  opened_at = now, updated_at = now, cursor = tonumber(cursor), version = 1, errors = 0, abandoned = false,
  recorded = false,
}
if variant ~= '' then
  deadline = math.max(now, math.min(deadline, tonumber(closes_at)))
  record.state.deadline = deadline
  redis.call('HSET', attempts, variant, id)
  redis.call('PEXPIRE', attempts, deadline - now + ATTEMPTS_MS)
end
settle(id, record)
redis.call('HSET', game, unpack(named(record, ALL)))
redis.call('PEXPIRE', game, GAME_MS)

redis.call('ZREMRANGEBYSCORE', index, 0, now - LISTED_MS)
redis.call('ZADD', index, now, member, -deadline, mark_of(member))
redis.call('PEXPIRE', index, INDEX_MS)
redis.call('ZADD', deadlines, deadline, member)
remember(once, payload, id)
return {'done', debt, now}
