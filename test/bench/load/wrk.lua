-- Sends the requests of a file, "<length>\n<bytes>" each, in their order; with LOAD_LOOP=1 from the start again at its end.
local prefix, loops = os.getenv("LOAD_FILE"), os.getenv("LOAD_LOOP") == "1"

function init()
  file = assert(io.open(prefix, "rb"))
  file:setvbuf("full", 1048576)
  last = nil
end

function request()
  local length = file:read("*l")
  if not length then
    if not loops then return last end
    file:seek("set", 0)
    length = file:read("*l")
  end
  last = file:read(tonumber(length))
  return last
end

-- No response(): parsing each answer in Lua would cost the generator a third of its speed.
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\n@@{"requests":%d,"us":%d,"refused":%d,"broken":%d,"p50_us":%d,"p99_us":%d}\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
