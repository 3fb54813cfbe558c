-- needs: once ending race
-- Puts what the rules have made of a version of a race in its place, tells of it among its events, opens the games
-- that start with it, ends those that it ends, and sends all of them and the race itself to the outbox once it is
-- over. Answers 'stale' if another was faster or the time has come for something else, and with what was done under
-- the caller's idempotency key.
-- KEYS: race, events, deadlines, idempotency record, outbox; the games to open, then those to end or to send
-- ARGV: id, its member, version before (0 if it is new), last event before, the instant of the change, when something
-- is due after it (empty if nothing is), how long the race is kept from now on (empty if that stays), whether it is
-- over, payload, answer, the numbers of words for the race's fields, events and opened games, and for the fields that
-- go to the outbox; all these; for each other game its id and when it ends
local key, events, deadlines, once, outbox = unpack(KEYS)
local id, member, version, seq, at, due, life, over, payload, answer = unpack(ARGV)
local fields, told, opened, sent = tonumber(ARGV[11]), tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14])
local rest = 15

local function words(count)
  local first = rest
  rest = rest + count
  return unpack(ARGV, first, rest - 1)
end

local seen, known = recall(once, payload)
if seen then return {seen, known or ''} end
local before = redis.pcall('HMGET', key, RACE_SEAL, RACE_HEAD)
local head = not before.err and read_head(id, before[1], before[2])
if version == '0' then
  if before.err or redis.call('EXISTS', key) == 1 then return {'stale'} end
elseif not head or head.version ~= tonumber(version) or head.seq ~= tonumber(seq) then
  return {'stale'}
elseif head.due and now >= head.due and tonumber(at) < head.due then
  return {'stale'}
end

local race = {words(fields)}
local happened = {words(told)}
local drafts = {words(opened)}
local result = {words(sent)}
local games, drafted = {}, opened / (2 * SUM)
for place = 6 + drafted, #KEYS do
  local game_id, ends_at = words(2)
  local record, fault = fetch(KEYS[place], game_id)
  if not fault then
    if ends_at ~= '' and not is_over(record) then
      local state = record.state
      state.abandoned, state.version = true, state.version + 1
      state.updated_at = math.max(tonumber(ends_at), state.updated_at)
      settle(game_id, record)
    end
    games[#games + 1] = {KEYS[place], game_id, record}
  end
end

-- What would fail later fails here, before anything is written.
redis.call('ZCARD', deadlines)
if over == '1' then redis.call('XLEN', outbox) end
for first = 1, told, 3 do
  seq = seq + 1
  local amiss = tell(events, seq, unpack(happened, first, first + 2))
  if amiss then return misfits(amiss) and {'unsound'} or amiss end
end
if over == '1' then
  for _, game in ipairs(games) do
    redis.call('XADD', outbox, '*', 'id', game[2], unpack(named(game[3], ALL)))
  end
  redis.call('XADD', outbox, '*', 'race', id, unpack(result))
end
redis.call('HSET', key, unpack(race))
for place = 1, drafted do
  local first = 1 + (place - 1) * 2 * SUM
  redis.call('HSET', KEYS[5 + place], unpack(drafts, first, first + 2 * SUM - 1))
end
for _, game in ipairs(games) do
  redis.call('HSET', game[1], unpack(named(game[3], CHANGED)))
end
for place = 1, life ~= '' and #KEYS or 0 do
  if place < 3 or place > 5 then redis.call('PEXPIRE', KEYS[place], life) end
end
if due ~= '' then redis.call('ZADD', deadlines, due, member) else redis.call('ZREM', deadlines, member) end
remember(once, payload, answer)
redis.call('PUBLISH', key, seq)
return {'done'}
