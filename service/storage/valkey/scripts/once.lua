-- What was done under an idempotency key: the digest of the payload, then what the answer is rendered from.
-- Without a key the digest is empty.
local function recall(key, payload)
  local known = payload ~= '' and redis.pcall('GET', key)
  if not known then return nil end
  if type(known) == 'table' then return 'reused' end
  if known:sub(1, #payload + 1) ~= payload .. ' ' then return 'reused' end
  return 'replayed', known:sub(#payload + 2)
end

local function remember(key, payload, answer)
  if payload ~= '' then redis.call('SET', key, payload .. ' ' .. answer, 'PX', ONCE_MS) end
end
