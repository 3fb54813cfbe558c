-- needs: time record
-- Anyone's game, and the time.
local record, fault = fetch(KEYS[1], ARGV[1])
return {fault or 'done', record, now}
