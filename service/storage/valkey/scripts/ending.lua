-- needs: time record playing
-- How a game ends, and where an ended one goes.
local function is_over(record)
  return record.state.abandoned or record.state.flips >= #record[CHAIN]
end

-- Ends an open game whose time is up as abandoned at its deadline. Whether it did.
local function lapse(record)
  local state = record.state
  local deadline = state.opened_at + LIFETIME_MS
  if now < deadline or is_over(record) then return false end
  state.abandoned, state.version, state.updated_at = true, state.version + 1, deadline
  return true
end

-- Writes a changed game back. Once it is over, it is struck off the games in play, in the index of its player's too
-- if that is at hand, and a ranked one goes to the outbox: before anything is written, so that no game can be over
-- whose result the outbox would not take.
local function save(key, id, member, record, deadlines, outbox, index)
  settle(id, record)
  local over = is_over(record)
  if over and record[TERMS]:find(' ranked ', 1, true) then
    redis.call('XADD', outbox, '*', 'id', id, unpack(named(record)))
  end
  redis.call('HSET', key, NAMES[STATE], record[STATE], NAMES[SUM], record[SUM])
  if over then
    redis.call('ZREM', deadlines, member)
    if index then redis.call('ZREM', index, mark_of(member)) end
  end
end
