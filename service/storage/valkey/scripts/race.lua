-- A stored race as the scripts know it: its head and the lines of its seats; see `race_fields.py`.

local function race_sum(id, name, text)
  return redis.sha1hex(id .. '\0' .. name .. '\0' .. text):sub(1, SUM_LENGTH)
end

-- The text of a line; nil if there is none, or its sum does not fit.
local function checked(id, name, line)
  local text, sum = (line or ''):match('^(.+) (%x+)$')
  return text and sum == race_sum(id, name, text) and text or nil
end

local function read_head(id, seal, line)
  local status, version, seq, at, due, starts_at, racing, errors, penalty =
    (seal and checked(id, seal, line) or ''):match('^(%l+) (%d+) (%d+) (%d+) (%S+) (%S+) (%d+) (%l+) (%d+)$')
  return status and {
    status = status, version = tonumber(version), seq = tonumber(seq), at = tonumber(at), due = tonumber(due),
    starts_at = tonumber(starts_at), racing = tonumber(racing), errors = errors, penalty = tonumber(penalty),
  }
end

local function written_head(id, seal, head)
  local text = table.concat({
    head.status, head.version, head.seq, head.at, head.due or '-', head.starts_at or '-', head.racing, head.errors,
    head.penalty,
  }, ' ')
  return text .. ' ' .. race_sum(id, seal, text)
end

local function read_line(id, seat, line)
  local state, revealed, errors, time_ms = (checked(id, seat, line) or ''):match('^([%l_]+) (%d+) (%d+) (%S+)$')
  return state and {
    state = state, revealed = tonumber(revealed), errors = tonumber(errors), time_ms = tonumber(time_ms),
  }
end

local function written_line(id, seat, line)
  local text = table.concat({line.state, line.revealed, line.errors, line.time_ms or '-'}, ' ')
  return text .. ' ' .. race_sum(id, seat, text)
end

-- Tells of an event. What is wrong if it cannot be: nothing may have been written before the first of them, since
-- that is what the server refuses when memory is full, and what shows that a race and its events do not fit.
local function tell(events, seq, kind, at, facts)
  local told = redis.pcall(
    'XADD', events, 'MAXLEN', '~', MOST_EVENTS, seq .. '-0', 'kind', kind, 'at', at, 'facts', facts
  )
  return type(told) == 'table' and told.err and told or nil
end

-- Whether it is the events that are to blame, and not the server.
local function misfits(fault)
  return fault.err:find('equal or smaller', 1, true) or fault.err:find('WRONGTYPE', 1, true)
end
