-- needs: ending
-- Ends a game whose time is up, and strikes it off the deadlines.
local game, deadlines, outbox, id, member = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]
local record, fault = fetch(game, id)
if fault == 'broken' then return {fault, record} end
if fault then
  redis.call('ZREM', deadlines, member)
  return {fault}
end
if not lapse(record) then return {'open'} end
save(game, id, member, record, CHANGED, deadlines, outbox)
return {'ended'}
