-- Asks for other words each time, so that every text has to be encoded.
local names = { "dog", "beach", "car", "violin", "strawberry", "penguin", "castle", "river", "lamp", "tiger" }
local manners = { "red", "old", "small", "wet", "happy", "broken", "shiny", "dark", "green", "sleeping" }
local count = 0

request = function()
  count = count + 1
  local words = manners[count % 10 + 1] .. "+" .. names[math.floor(count / 10) % 10 + 1] .. "+" .. count
  return wrk.format("GET", "/api/search?top=50&q=a+" .. words)
end
