-- needs: login record
-- The caller's game, and the time.
local record, fault = fetch_own(KEYS[4], ARGV[4], ARGV[6], KEYS[5], ARGV[5])
if fault then return {fault, debt, record} end
touch(KEYS[4], GAME_MS)
touch(KEYS[5], INDEX_MS)
return {'done', debt, record, now}
