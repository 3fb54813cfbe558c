-- needs: time number
-- The generic cell rate algorithm (ITU-T I.371): the key holds when all charges so far will have been earned back.
-- Says whether the charge was allowed, and the debt afterwards; times in microseconds. A cost of 0 only asks.
local function charge(key, burst, interval, cost)
  local depth = burst * interval
  local debt = (tonumber(redis.pcall('GET', key)) or 0) - now_us
  if not (debt > 0) then debt = 0 end
  if debt > depth then
    -- The server's time was put back. Were the instant left there, nothing would be earned until it came.
    debt = depth
    redis.call('SET', key, text(now_us + debt), 'PX', math.ceil(debt / 1000))
  end
  if debt + math.max(cost, 1) * interval > depth then return false, debt end
  if cost > 0 then
    debt = debt + cost * interval
    redis.call('SET', key, text(now_us + debt), 'PX', math.ceil(debt / 1000))
  end
  return true, debt
end
