-- needs: login record
-- The caller's game, and the time.
local record, fault = fetch_own(KEYS[4], ARGV[4], ARGV[6], KEYS[5], ARGV[5])
if fault then return {fault, debt, record} end
keep(KEYS[4], KEYS[5])
return {'done', debt, record, now}
