-- needs: number
-- A stored game: the array of its fields in the order of NAMES, and beside them `state`, that field as numbers.
local function read(state, chain)
  local opened_at, updated_at, flips, version, abandoned, recorded =
    (state or ''):match('^(%d+) (%d+) ([1-9]%d*) (%d+) ([01]) ([01])$')
  if not opened_at then return nil end
  opened_at, updated_at, flips, version = tonumber(opened_at), tonumber(updated_at), tonumber(flips), tonumber(version)
  local in_range = EARLIEST <= opened_at and opened_at <= updated_at and updated_at < LATEST
  local in_time = recorded == '0' or abandoned == '1' or flips >= chain
  return in_range and in_time and version == flips + abandoned and {
    opened_at = opened_at, updated_at = updated_at, flips = flips, version = version,
    abandoned = abandoned == '1', recorded = recorded == '1',
  }
end

local function written(state)
  return table.concat({
    text(state.opened_at), text(state.updated_at), text(state.flips), text(state.version),
    state.abandoned and '1' or '0', state.recorded and '1' or '0',
  }, ' ')
end

local function sum_of(id, record)
  return redis.sha1hex(id .. '\0' .. table.concat(record, '\0', 1, SUM - 1)):sub(1, SUM_LENGTH)
end

-- Brings the fields in line with a changed state.
local function settle(id, record)
  record[STATE] = written(record.state)
  record[SUM] = sum_of(id, record)
end

-- The fields, each after its name.
local function named(record)
  local fields = {}
  for field = 1, SUM do
    fields[2 * field - 1], fields[2 * field] = NAMES[field], record[field]
  end
  return fields
end

-- The record, and what is wrong with it: 'missing', 'discarded', 'broken' or nil.
local function fetch(key, id)
  local record = redis.pcall('HMGET', key, unpack(NAMES))
  if record.err then return {}, 'broken' end
  if record[DISCARDED] then return record, 'discarded' end
  local present = 0
  for field = 1, SUM do
    if record[field] then present = present + 1 end
  end
  if present == 0 and redis.call('EXISTS', key) == 0 then return record, 'missing' end
  if present < SUM or record[SUM] ~= sum_of(id, record) then return record, 'broken' end
  record.state = read(record[STATE], #record[CHAIN])
  return record, not record.state and 'broken' or nil
end

-- The same for a player, to whom the games of others are missing. The index tells whose a game is that cannot.
local function fetch_own(key, id, owner, index, member)
  local record, fault = fetch(key, id)
  if fault == 'missing' or record[OWNER] == owner then return record, fault end
  if not redis.call('ZSCORE', index, member) then return record, 'missing' end
  return record, fault or 'broken'
end
