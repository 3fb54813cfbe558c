-- A stored game: the array of its fields in the order of NAMES. Beside them: `state`, that field as numbers; what the
-- terms say of it (`start`, `standing`, `mode`, `decisions`); and of the chain, `last`, the furthest position, and
-- `asks`, whether the player is asked there.

local MOST_DIGITS = 9

local function is_over(record)
  return record.state.abandoned or (record.state.cursor == record.last and not record.asks)
end

-- Reads what stands beside the fields. Whether they go together; see `state.py` for what counts.
local function read(record)
  local kind, start, standing, mode, decisions =
    record[TERMS]:match('^' .. FORMAT .. ' (%l+)/?(%d*) (%l+) (%l+) %S+ (%S+)$')
  local opened_at, updated_at, cursor, version, errors, abandoned, recorded, rest =
    record[STATE]:match('^(%d+) (%d+) ([1-9]%d*) (%d+) (%d+) ([01]) ([01])(.*)$')
  local deadline = opened_at and rest:match('^ (%d+)$')
  if not kind or not opened_at or (rest ~= '' and not deadline) then return false end
  if #version > MOST_DIGITS or #errors > MOST_DIGITS then return false end
  record.start, record.standing, record.mode = kind == 'import' and tonumber(start) or 1, standing, mode
  record.decisions = decisions
  record.asks = record[CHAIN]:sub(-1) == '?'
  record.last = #record[CHAIN] - (record.asks and 1 or 0)
  local state = {
    opened_at = tonumber(opened_at), updated_at = tonumber(updated_at),
    cursor = tonumber(cursor), version = tonumber(version), errors = tonumber(errors),
    abandoned = abandoned == '1', recorded = recorded == '1', deadline = tonumber(deadline),
  }
  record.state = state
  local spare = state.version - (1 + state.cursor - record.start + state.errors + tonumber(abandoned))
  return EARLIEST <= state.opened_at and state.opened_at <= state.updated_at and state.updated_at < LATEST
    and record.start <= state.cursor and state.cursor <= record.last
    and (spare == 0 or (standing == 'practice' and spare > 0 and spare % 2 == 0))
    and (errors == '0' or mode == 'placement')
    and (is_over(record) or not state.recorded)
end

-- Lua writes whole numbers of up to fourteen digits as they are, and none of these is longer.
local function written(state)
  local numbers = {
    state.opened_at, state.updated_at, state.cursor, state.version, state.errors, state.abandoned and 1 or 0,
    state.recorded and 1 or 0, state.deadline,
  }
  return table.concat(numbers, ' ')
end

local function sum_of(id, record)
  return redis.sha1hex(id .. '\0' .. table.concat(record, '\0', 1, SUM - 1)):sub(1, SUM_LENGTH)
end

-- Brings the fields in line with a changed state.
local function settle(id, record)
  record[STATE] = written(record.state)
  record[SUM] = sum_of(id, record)
end

local ALL, CHANGED = {TERMS, OWNER, DECK, CHAIN, SERVER_SEED, CLIENT_SEED, SEAL, STATE, SUM}, {STATE, SUM}

-- Some of the fields, each after its name.
local function named(record, fields)
  local words = {}
  for at, field in ipairs(fields) do
    words[2 * at - 1], words[2 * at] = NAMES[field], record[field]
  end
  return words
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
  return record, not read(record) and 'broken' or nil
end

-- The same for a player, to whom the games of others are missing. The index tells whose a game is that cannot.
local function fetch_own(key, id, owner, index, member)
  local record, fault = fetch(key, id)
  if fault == 'missing' or record[OWNER] == owner then return record, fault end
  if not redis.call('ZSCORE', index, member) then return record, 'missing' end
  return record, fault or 'broken'
end
