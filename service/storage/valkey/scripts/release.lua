-- Gives entries back to the group ARGV[1], as if the consumer ARGV[2] had left them for ARGV[3] milliseconds.
-- After that, each entry and how often it shall count as delivered.
for at = 4, #ARGV, 2 do
  redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[at], 'IDLE', ARGV[3], 'RETRYCOUNT', ARGV[at + 1], 'JUSTID')
end
