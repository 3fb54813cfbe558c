-- needs: ending
-- Ends a game that is still open as abandoned, at its deadline or now, whoever asks.
local game, deadlines, outbox, id, member = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]
local record, fault = fetch(game, id)
if fault or is_over(record) then return 0 end
local state = record.state
if not lapse(record) then
  state.abandoned, state.version, state.updated_at = true, state.version + 1, math.max(now, state.updated_at)
end
save(game, id, member, record, CHANGED, deadlines, outbox)
return 1
