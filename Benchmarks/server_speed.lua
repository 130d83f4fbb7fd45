-- Asks for the path in WHAT, with new words where it ends with "q=", each of them TIMES in a row, and prints figures as
-- JSON.
local names = { "dog", "beach", "car", "violin", "strawberry", "penguin", "castle", "river", "lamp", "tiger" }
local manners = { "red", "old", "small", "wet", "happy", "broken", "shiny", "dark", "green", "sleeping" }
local paths = {}
for path in os.getenv("WHAT"):gmatch("%S+") do paths[#paths + 1] = path end
local count = tonumber(os.getenv("FIRST") or 0)
local times = tonumber(os.getenv("TIMES") or 1)

request = function()
  count = count + 1
  local path = paths[count % #paths + 1]
  if path:sub(-2) == "q=" then
    local number = math.floor(count / times)
    path = path .. "a+" .. manners[number % 10 + 1] .. "+" .. names[math.floor(number / 10) % 10 + 1] .. "+" .. number
  end
  return wrk.format("GET", path)
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "per_second": %.0f, "p50_ms": %.2f, "p99_ms": %.2f, "most_ms": %.1f, "errors": %d}\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency.max / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
