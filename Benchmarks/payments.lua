-- POST /payments, each with a key of its own.
local counter, thread = 0, 0
function setup(t)
  t:set("number", thread)
  thread = thread + 1
end
function request()
  counter = counter + 1
  return wrk.format("POST", "/payments", {
    ["Authorization"] = os.getenv("SECRET_KEY"),
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = "bench-" .. os.getenv("RUN") .. "-" .. number .. "-" .. counter,
  }, '{"amount":25000,"currency":"XAF","reference":"order-' .. counter .. '","bearer":"customer"}')
end
function response(status)
  if status ~= 201 then
    io.stderr:write("unexpected status " .. status .. "\n")
    wrk.thread:stop()
  end
end
