/**
 * Steps that must not be interrupted by another process. A key without an expiry, or of another type, was not written
 * by us and counts as absent: whoever can write to the queue must not be able to keep workers from their work for ever.
 */
const HOLDER = `
local function holder(key)
  if redis.call('TYPE', key)['ok'] ~= 'string' or redis.call('PTTL', key) < 0 then
    redis.call('DEL', key)
    return false
  end
  return redis.call('GET', key)
end
`;

export const HOLD = `${HOLDER}
local found = holder(KEYS[1])
if found and found ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;

export const RELEASE = `${HOLDER}
for i = 1, #KEYS do
  if holder(KEYS[i]) == ARGV[1] then redis.call('DEL', KEYS[i]) end
end
return 0
`;

/** Keys come in pairs: what is claimed, and what has to be there. */
export const CLAIM = `${HOLDER}
local free = {}
for i = 1, #KEYS, 2 do
  if #free < tonumber(ARGV[3]) and redis.call('EXISTS', KEYS[i + 1]) == 1 and not holder(KEYS[i]) then
    free[#free + 1] = i
  end
end
if #free < tonumber(ARGV[2]) then return {} end
for _, i in ipairs(free) do redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[4]) end
return free
`;
