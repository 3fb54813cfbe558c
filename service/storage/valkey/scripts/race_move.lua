-- needs: once moment race
-- Does to a racer's game what follows from its letters alone, to the race what follows from that, and tells of it
-- among the race's events. Answers as `change.lua` does, with the time, and in the end of the text how many still race;
-- with 'due' where something else has to be done first, for which the rules of races have to be asked. Who forfeits is
-- answered with the race instead, as `race_codec.py` tells it.
local key, events, deadlines, game, once = unpack(KEYS)
local race_id, race_member, seat, id, owner, payload, tags, verb, how = unpack(ARGV)

local seen, answer = recall(once, payload)
if seen == 'reused' then return {seen} end
local record, fault = fetch(game, id)
if fault then return {fault, record} end
if record[OWNER] ~= owner then return {'missing', record} end
if seen then return {seen, record, now, answer} end

local facts = redis.pcall('HMGET', key, RACE_SEAL, RACE_HEAD, seat)
local head = not facts.err and read_head(race_id, facts[1], facts[2])
if not head then return {'unsound', record} end
now = math.max(now, head.at)
if head.due and now >= head.due then return {'due', record} end

local state = record.state
local waits = now < state.opened_at
local tag = state.version .. (waits and 'w' or state.recorded and 'r' or '')
if tags ~= '' and not tags:find('\n' .. tag .. '\n', 1, true) then return {'stale', record, now} end
if waits then return {'not started', record, now} end
if head.status ~= 'running' then return {'race over', record, now} end
if is_over(record) then return {verb == 'abandon' and 'race over' or 'over', record, now} end
if verb == 'refuse' then return {how, record, now} end
local line = read_line(race_id, seat, facts[3])
if not line or line.state ~= 'racing' then return {'unsound', record} end

local before, kind = moment(record), 'progress'
if verb == 'abandon' or verb == 'forfeit' then
  line.state = 'forfeited'
elseif record[CHAIN]:byte(state.cursor) - 64 == tonumber(how) then
  go(record, state.cursor + 1)
  -- The card that ends a game is set in a position of its own, in which nothing more is revealed.
  line.revealed = state.cursor - (record[CHAIN]:sub(state.cursor, state.cursor) == '.' and 1 or 0)
  if state.cursor == record.last then line.state = line.revealed == #record[DECK] and 'finished' or 'locked' end
else
  state.errors, state.version, kind = state.errors + 1, state.version + 1, 'mistake'
  line.errors = state.errors
  if head.errors == 'disqualify' then line.state = 'disqualified' end
end
state.updated_at = math.max(now, state.updated_at)
if line.state == 'forfeited' or line.state == 'disqualified' then
  state.abandoned, state.version = true, state.version + 1
end

-- What would fail later fails here, before anything is written.
if line.state ~= 'racing' and head.racing == 1 then redis.call('ZCARD', deadlines) end
local told = string.format('{"seat":%d,"revealed":%d,"errors":%d', seat, line.revealed, line.errors)
if line.state ~= 'racing' then
  kind = line.state
  line.time_ms = now - head.starts_at + (kind == 'finished' and line.errors * head.penalty or 0)
  told = told .. string.format(',"time_ms":%d', line.time_ms)
  head.racing = head.racing - 1
  if head.racing == 0 then head.due = now end
end
head.version = head.version + 1
-- Mistakes beyond a number are counted, but not told, so that they do not push out what else there is to tell.
local is_told = kind ~= 'mistake' or line.errors <= MOST_MISTAKES
if is_told then
  head.seq, head.at = head.seq + 1, now
  local amiss = tell(events, head.seq, kind, now, told .. '}')
  if amiss then return misfits(amiss) and {'unsound', record} or amiss end
end
settle(id, record)
redis.call('HSET', game, unpack(named(record, CHANGED)))
redis.call('HSET', key, RACE_HEAD, written_head(race_id, facts[1], head), seat, written_line(race_id, seat, line))
if head.racing == 0 then redis.call('ZADD', deadlines, head.due, race_member) end
if is_told then redis.call('PUBLISH', key, head.seq) end

answer = before .. ' ' .. moment(record) .. ' ' .. head.racing
if verb == 'forfeit' then
  local words, fields = redis.call('HGETALL', key), {}
  for place = 1, #words, 2 do fields[words[place]] = words[place + 1] end
  answer = cjson.encode({race_id, now, fields, false})
end
remember(once, payload, answer)
return {'done', record, now, answer}
