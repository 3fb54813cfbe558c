-- Lets entries of the group ARGV[1] count as delivered to the consumer ARGV[2], ARGV[3] milliseconds ago. After that,
-- each entry and how often it shall count as delivered. Entries that are done with stay so.
for at = 4, #ARGV, 2 do
  redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[at], 'IDLE', ARGV[3], 'RETRYCOUNT', ARGV[at + 1], 'JUSTID')
end
