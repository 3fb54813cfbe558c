-- needs: time record playing
-- How a game ends, and where an ended one goes.
local function is_asked(record)
  return record.asks and record.state.cursor == record.last
end

local function deadline_of(record)
  return record.state.deadline or record.state.opened_at + LIFETIME_MS
end

-- Ends an open game whose time is up as abandoned at its deadline. Whether it did.
local function lapse(record)
  local state, deadline = record.state, deadline_of(record)
  if now < deadline or is_over(record) then return false end
  state.abandoned, state.version, state.updated_at = true, state.version + 1, deadline
  return true
end

-- Writes the changed fields of a game back. Once it is over, it is struck off the games in play, in the index of its
-- player's too if that is at hand, and a ranked one goes to the outbox: before anything is written, so that no game
-- can be over whose result the outbox would not take.
local function save(key, id, member, record, fields, deadlines, outbox, index)
  settle(id, record)
  local over = is_over(record)
  if over and record.standing == 'ranked' then
    redis.call('XADD', outbox, '*', 'id', id, unpack(named(record, ALL)))
  end
  redis.call('HSET', key, unpack(named(record, fields)))
  if over then
    redis.call('ZREM', deadlines, member)
    if index then redis.call('ZREM', index, mark_of(member)) end
  end
end
