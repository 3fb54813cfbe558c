-- needs: login once moment
-- Does to a game what follows from its letters alone, or answers it with 'turn' where the rules have to be asked.
-- Answers the game and, as a text, what changed: the moment before and the moment after.
local game, index, once, deadlines, outbox = KEYS[4], KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local id, member, owner, payload, tags, verb, how = unpack(ARGV, 4)

local seen, answer = recall(once, payload)
if seen == 'reused' then return {seen, debt} end
local record, fault = fetch_own(game, id, owner, index, member)
if fault then return {fault, debt, record} end
keep(game, index)
if seen then return {seen, debt, record, answer} end

if lapse(record) then save(game, id, member, record, CHANGED, deadlines, outbox, index) end
local state = record.state
local tag = state.version .. (state.recorded and 'r' or '')
if tags ~= '' and not tags:find('\n' .. tag .. '\n', 1, true) then return {'stale', debt, record} end
if verb == 'turn' then return {'turn', debt, record} end
if is_over(record) then return {'over', debt, record} end

local before = moment(record)
if verb == 'abandon' then
  state.abandoned, state.version = true, state.version + 1
elseif verb == 'autoplay' then
  if record.mode == 'placement' and record.standing ~= 'practice' then return {'not allowed', debt, record} end
  if record.asks and how == 'end' then return {'turn', debt, record} end
  if is_asked(record) then return {'pending', debt, record} end
  go(record, record.last)
else
  if (record.mode == 'placement') ~= (verb == 'place') then return {'wrong mode', debt, record} end
  if is_asked(record) then return {'pending', debt, record} end
  local home = record[CHAIN]:byte(state.cursor) - 64
  if verb == 'step' then
    go(record, math.min(state.cursor + how, record.last))
  elseif home == tonumber(how) then
    go(record, state.cursor + 1)
  else
    state.errors, state.version = state.errors + 1, state.version + 1
  end
end
state.updated_at = math.max(now, state.updated_at)
save(game, id, member, record, CHANGED, deadlines, outbox, index)

answer = before .. ' ' .. moment(record)
remember(once, payload, answer)
return {'done', debt, record, answer}
