-- needs: record
-- Drops entries of the outbox and marks their games as recorded. KEYS: the outbox, then a game for each entry.
-- ARGV: the group, then the entry and the id of each game.
local outbox, group = KEYS[1], ARGV[1]
for at = 2, #KEYS do
  local game, entry, id = KEYS[at], ARGV[2 * at - 2], ARGV[2 * at - 1]
  redis.call('XACK', outbox, group, entry)
  redis.call('XDEL', outbox, entry)
  local record, fault = fetch(game, id)
  if not fault then
    record.state.recorded = true
    settle(id, record)
    redis.call('HSET', game, unpack(named(record, CHANGED)))
  end
end
