// node bench/parse.mjs: is parsing linear, and how fast compared with a bare split and one match per line? Exits with 1 when a bar is missed.
/** @type {{ parseRequestFile: (text: string, path: string) => Promise<{ requests: unknown[], diagnostics: unknown[] }> }} */
const { parseRequestFile } = await import(new URL('../dist/index.mjs', import.meta.url).href);

const rounds = 9;
const small = manyRequests(10_000);
const large = manyRequests(100_000);
const bodies = requestsWithBodies(20_000);
const dense = denseRequests(100_000);
const encoder = new TextEncoder();

/** @type {Record<string, number[]>} */
const times = {
  small: [],
  large: [],
  largeLimit: [],
  bodies: [],
  bodiesLimit: [],
  dense: [],
  denseLimit: [],
};
for (let round = 0; round < rounds; round += 1) {
  // Alternates, so that a slow moment of the machine affects all of them.
  await measure('small', () => parsed(small, 10_000));
  await measure('large', () => parsed(large, 100_000));
  await measure('largeLimit', () => splitAndMatch(large));
  await measure('bodies', () => parsed(bodies, 20_000));
  await measure('bodiesLimit', () => splitAndMatch(bodies));
  await measure('dense', () => parsed(dense, 100_000));
  await measure('denseLimit', () => splitAndMatch(dense));
}

// Medians, because the best time of a small file includes no garbage collection.
const growth = median('large') / median('small');
verdict('100,000 requests / 10,000 requests', `${growth.toFixed(1)} x`, 'bar 12 x', growth <= 12);
throughput('100,000 plain requests', large, 'large');
throughput('20,000 full requests', bodies, 'bodies');
throughput('100,000 dense requests (no bar)', dense, 'dense', false);

/**
 * @param {string} name
 * @param {string} text
 * @param {'large' | 'bodies' | 'dense'} key
 * @param {boolean} [hasBar]
 */
function throughput(name, text, key, hasBar = true) {
  const speed = megabytes(text) / (best(key) / 1000);
  const limit = megabytes(text) / (best(`${key}Limit`) / 1000);
  const bar = Math.max(30, limit / 8);
  const figures = `${speed.toFixed(1)} MB/s, ${(speed / limit).toFixed(2)} of split + match (${limit.toFixed(0)} MB/s)`;
  if (hasBar) verdict(name, figures, `bar ${bar.toFixed(1)} MB/s`, speed >= bar);
  else console.log(`${name.padEnd(38)} ${figures}`);
}

/**
 * @param {string} name
 * @param {string} figures
 * @param {string} bar
 * @param {boolean} ok
 */
function verdict(name, figures, bar, ok) {
  console.log(`${name.padEnd(38)} ${figures}   ${bar}   ${ok ? 'ok' : 'MISSED'}`);
  if (!ok) process.exitCode = 1;
}

/**
 * @param {string} text
 * @param {number} expected
 */
async function parsed(text, expected) {
  const { requests, diagnostics } = await parseRequestFile(text, 'bench.http');
  if (requests.length !== expected || diagnostics.length > 0)
    throw new Error('the text was not read as meant');
}

/** @param {string} text */
function splitAndMatch(text) {
  let count = 0;
  for (const line of text.split('\n')) if (/^\s*([A-Za-z]+)\s+(\S+)/.test(line)) count += 1;
  if (count === 0) throw new Error('nothing matched');
}

/**
 * @param {string} key
 * @param {() => unknown} work
 */
async function measure(key, work) {
  const start = performance.now();
  await work();
  times[key]?.push(performance.now() - start);
}

/** @param {string} key */
function best(key) {
  return Math.min(...(times[key] ?? []));
}

/** @param {string} key */
function median(key) {
  const sorted = (times[key] ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @param {string} text */
function megabytes(text) {
  return encoder.encode(text).length / 1e6;
}

/** Plain requests, as files of all clients contain them. @param {number} count */
function manyRequests(count) {
  const parts = ['@baseUrl = http://127.0.0.1:8080\n\n'];
  for (let i = 0; i < count; i += 1) {
    parts.push(`### Item ${i}\nPOST {{baseUrl}}/items\nX-Id: ${i}\n\n`);
    parts.push(`{"name": "item ${i}", "count": ${i % 100}, "kind": "book"}\n\n`);
  }
  return parts.join('');
}

/** Dense requests, where nearly every line is a directive, a header or an assertion. @param {number} count */
function denseRequests(count) {
  const parts = ['@baseUrl = http://127.0.0.1:8080\n\n'];
  for (let i = 0; i < count; i += 1) {
    parts.push(`### Get ${i}\n# @tags smoke\nGET {{baseUrl}}/items/${i}\nAccept: text/plain\n\n`);
    parts.push('>>>\nexpect status 200\n<<<\n\n');
  }
  return parts.join('');
}

/** @param {number} count */
function requestsWithBodies(count) {
  const items =
    '[\n    { "sku": "a-1", "quantity": 2, "note": "leave at the gate" },\n    { "sku": "b-2", "quantity": 1 }\n  ]';
  const parts = ['@baseUrl = http://127.0.0.1:8080\n\n'];
  for (let i = 0; i < count; i += 1) {
    parts.push(
      `### Create order ${i}\n# @name create${i}\n# @tags orders, smoke\nPOST {{baseUrl}}/orders/${i}\n`,
    );
    parts.push('Content-Type: application/json\nAccept: application/json\n\n');
    parts.push(`{\n  "customer": "c-${i}",\n  "items": ${items},\n  "total": 42.5\n}\n\n`);
    parts.push('>>>\nexpect status == 201\nexpect body.id exists\nexpect body.total == 42.5\n<<<\n');
    parts.push('>>>capture\nid from body.id\n<<<\n\n');
  }
  return parts.join('');
}
