-- needs: charge
-- Charges ARGV[3] requests to a quota of ARGV[1] at once and one more every ARGV[2] microseconds.
local allowed, debt = charge(KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]))
return {allowed and 1 or 0, debt}
