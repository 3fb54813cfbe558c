-- needs: time number
-- The generic cell rate algorithm (ITU-T I.371): the key holds when all charges so far will have been earned back.
-- Says whether the charge was allowed, and the debt afterwards; times in microseconds. A cost of 0 only asks.
local function charge(key, burst, interval, cost)
  local depth = burst * interval
  local debt = (tonumber(redis.call('GET', key)) or 0) - now_us
  debt = math.min(math.max(debt, 0), depth)
  if debt + math.max(cost, 1) * interval > depth then return false, debt end
  if cost > 0 then
    debt = debt + cost * interval
    redis.call('SET', key, text(now_us + debt), 'PX', math.ceil(debt / 1000))
  end
  return true, debt
end
