-- A whole number as decimal text, however large.
local function text(number)
  return string.format('%.0f', number)
end
