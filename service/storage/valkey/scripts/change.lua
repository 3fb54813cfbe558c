-- needs: login once ending
-- Follows the chain of a game by up to `count` flips, or gives it up. Answers the game and, as a text, what changed:
-- flips, version and instant before and after.
local game, index, once, deadlines, outbox = KEYS[4], KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local id, member, owner, payload, tags, count = ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], tonumber(ARGV[9])

local GIVE_UP = 0

local seen, answer = recall(once, payload)
if seen == 'reused' then return {seen, debt} end
local record, fault = fetch_own(game, id, owner, index, member)
if fault then return {fault, debt, record} end
keep(game, index)
if seen then return {seen, debt, record, answer} end

if lapse(record) then save(game, id, member, record, deadlines, outbox, index) end
local state = record.state
local tag = text(state.version) .. (state.recorded and 'r' or '')
if tags ~= '' and not tags:find('\n' .. tag .. '\n', 1, true) then return {'stale', debt, record} end
if is_over(record) then return {'over', debt, record} end

local before = table.concat({state.flips, state.version, text(state.updated_at)}, ' ')
local flips = math.min(state.flips + count, #record[CHAIN])
state.version = state.version + flips - state.flips
state.flips = flips
state.updated_at = math.max(now, state.updated_at)
if count == GIVE_UP then state.abandoned, state.version = true, state.version + 1 end
save(game, id, member, record, deadlines, outbox, index)

answer = table.concat({before, state.flips, state.version, text(state.updated_at)}, ' ')
remember(once, payload, answer)
return {'done', debt, record, answer}
