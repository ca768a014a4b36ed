-- Every request another visitor with another text, so that neither the limits nor the idempotency key answers.
local thread = 0
function setup(t) t:set("id", thread); thread = thread + 1 end
-- Another offset, other visitors: what a warm-up has sent must not be answered as a repeat.
local count = tonumber(os.getenv("OFFSET") or "0")
request = function()
  count = count + 1
  local name = "Load " .. id .. "-" .. count
  local body = '{"name":"' .. name .. '","email":"' .. id .. "." .. count .. '@load.example","project":"A booking system for a small clinic. ' .. count .. '"}'
  -- Each from another /24 network, because networks have limits of their own.
  local address = "10." .. (count % 256) .. "." .. (math.floor(count / 256) % 256) .. "." .. (math.floor(count / 65536) % 256)
  return wrk.format("POST", "/api/contact", { ["Content-Type"] = "application/json", ["X-Forwarded-For"] = address }, body)
end
