-- Moves the entry ARGV[2] of the group ARGV[1] from the outbox to the dead letters, with the reason ARGV[3].
local outbox, dead, group, id, reason = KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3]
-- A first write that needs no memory lets the others through where that is full: see the server's `deny-oom`.
redis.call('PERSIST', outbox)
local found = redis.call('XRANGE', outbox, id, id)[1]
if found then redis.call('XADD', dead, '*', 'reason', reason, unpack(found[2])) end
redis.call('XACK', outbox, group, id)
redis.call('XDEL', outbox, id)
