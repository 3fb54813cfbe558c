-- needs: ending
-- Everything of a game that can change, as its history tells it: see `history.py`.
local function moment(record)
  local state = record.state
  local abandoned = state.abandoned and 1 or 0
  return table.concat(
    {state.cursor, state.version, state.errors, state.updated_at, abandoned, record.decisions}, ' '
  )
end

-- Goes to another position; each on the way is a change, back or forth.
local function go(record, cursor)
  local state = record.state
  state.version = state.version + math.abs(cursor - state.cursor)
  state.cursor = cursor
end
