-- needs: once moment
-- Puts what the rules have made of a version of a game in its place, for a request that `change.lua` has let in and
-- answered. Answers as that does; with 'turn' and the game as it is now if another request was faster.
local game, index, once, deadlines, outbox = unpack(KEYS)
local id, member, owner, payload, version, limit, terms, chain, seal, cursor = unpack(ARGV)

local seen, answer = recall(once, payload)
if seen == 'reused' then return {seen} end
local record, fault = fetch_own(game, id, owner, index, member)
if fault then return {fault, record} end
if seen then return {seen, record, answer} end

if lapse(record) then save(game, id, member, record, CHANGED, deadlines, outbox, index) end
if record.state.version ~= tonumber(version) then return {'turn', record} end
local before, opens_again, deadline = moment(record), is_over(record), deadline_of(record)
if opens_again and now >= deadline then return {'over', record} end
if opens_again and playing(index) >= tonumber(limit) then return {'too many', record} end

go(record, tonumber(cursor))
record.state.updated_at = math.max(now, record.state.updated_at)
record[TERMS], record[CHAIN], record[SEAL] = terms, chain, seal
settle(id, record)
if not read(record) then return redis.error_reply('ERR no game can become this') end
save(game, id, member, record, {TERMS, CHAIN, SEAL, STATE, SUM}, deadlines, outbox, index)
if opens_again then
  redis.call('ZADD', index, -deadline, mark_of(member))
  redis.call('ZADD', deadlines, deadline, member)
end

answer = before .. ' ' .. moment(record)
remember(once, payload, answer)
return {'done', record, answer}
