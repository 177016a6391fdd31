// Request files of any size, as the measures need them.

/**
 * Requests that are sent to a server and checked.
 * @param {string} url
 * @param {number} count
 */
export function checkedRequests(url, count) {
  const parts = [`@url = ${url}\n`];
  for (let i = 0; i < count; i += 1) {
    parts.push(
      `\n### Get ${i}\nGET {{url}}/items/${i}\n\n>>>\nexpect status == 200\nexpect body.id == 7\n<<<\n`,
    );
  }
  return parts.join('');
}

/** A file of a large workspace. @param {number} i */
export function workspaceFile(i) {
  const check = '>>>\nexpect status 200\nexpect body.id exists\n<<<\n';
  return `@base = http://127.0.0.1:1\n\n### Read ${i}\n# @name read\nGET {{base}}/items/${i}\n\n${check}\n### Change ${i}\n# @depends read\nPUT {{base}}/items/${i}\nContent-Type: application/json\n\n{"id": ${i}}\n`;
}

/** Plain requests, as files of all clients contain them. @param {number} count */
export function plainRequests(count) {
  const parts = ['@baseUrl = http://127.0.0.1:8080\n\n'];
  for (let i = 0; i < count; i += 1) {
    parts.push(`### Item ${i}\nPOST {{baseUrl}}/items\nX-Id: ${i}\n\n`);
    parts.push(`{"name": "item ${i}", "count": ${i % 100}, "kind": "book"}\n\n`);
  }
  return parts.join('');
}

/** Dense requests, where nearly every line is a directive, a header or an assertion. @param {number} count */
export function denseRequests(count) {
  const parts = ['@baseUrl = http://127.0.0.1:8080\n\n'];
  for (let i = 0; i < count; i += 1) {
    parts.push(`### Get ${i}\n# @tags smoke\nGET {{baseUrl}}/items/${i}\nAccept: text/plain\n\n`);
    parts.push('>>>\nexpect status 200\n<<<\n\n');
  }
  return parts.join('');
}

/**
 * Requests with names, tags, headers, bodies, assertions and captures.
 * @param {number} count
 * @param {number} [first] its number
 */
export function fullRequests(count, first = 0) {
  const items =
    '[\n    { "sku": "a-1", "quantity": 2, "note": "leave at the gate" },\n    { "sku": "b-2", "quantity": 1 }\n  ]';
  const parts = ['@baseUrl = http://127.0.0.1:8080\n\n'];
  for (let i = first; i < first + count; i += 1) {
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

/** The body of all routes of a mock server. */
export const MOCK_BODY = JSON.stringify(
  { id: 7, name: 'parcel', state: 'created', weight: 1.25 },
  undefined,
  2,
);

/** A mock server with that many routes. @param {number} count */
export function mockRoutes(count) {
  const mock = `>>>mock\n200 OK\n\n${MOCK_BODY}\n<<<\n`;
  const route = (/** @type {number} */ i) => `### r${i}\nGET {{base}}/group-${i}/items/{{id}}\n\n${mock}`;
  return Array.from({ length: count }, (_, i) => route(i)).join('\n');
}

/** Commands of curl, one in each line. @param {number} count */
export function curlCommands(count) {
  return Array.from(
    { length: count },
    (_, i) =>
      `curl -X POST 'https://shop.example.test/orders/${i}?draft=1' -H 'Content-Type: application/json' -H "X-Trace: t-${i}" -u ada:s3cret --compressed -d '{"sku":"it'\\''s-${i}","note":"a b c"}'`,
  ).join('\n');
}
