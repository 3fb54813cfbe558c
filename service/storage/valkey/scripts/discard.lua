-- needs: time playing
-- Sets a game aside that failed its check; a tombstone takes its place. 0 if that has been done.
local game, quarantine, index, deadlines, member = KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1]
if redis.call('EXISTS', game) == 0 or redis.pcall('HEXISTS', game, DISCARDED_NAME) == 1 then return 0 end
redis.call('RENAME', game, quarantine)
redis.call('PEXPIRE', quarantine, QUARANTINE_MS)
redis.call('HSET', game, DISCARDED_NAME, now)
redis.call('PEXPIRE', game, GAME_MS)
redis.call('ZREM', index, mark_of(member))
redis.call('ZREM', deadlines, member)
return 1
