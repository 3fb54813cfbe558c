-- The server's time, in microseconds and in milliseconds since 1970.
local time = redis.call('TIME')
local now_us = time[1] * 1000000 + time[2]
local now = math.floor(now_us / 1000)
