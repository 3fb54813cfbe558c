-- Keeps the proposal ARGV[1] for as long as ARGV[3], unless there is another than ARGV[2]. Answers what is kept.
local kept = redis.call('GET', KEYS[1])
if kept and kept ~= ARGV[2] then return kept end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ARGV[1]
