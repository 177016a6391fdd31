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

/**
 * Requests as they are found in repositories: eleven lines and 270 bytes each, four of them a body, three blank, one a
 * header; four of five have a comment or directive, and there are about as many warnings as requests, most of them about
 * scripts and directives of other clients.
 * @param {number} count
 * @param {number} [first] its number
 */
export function writtenRequests(count, first = 0) {
  const parts = ['@baseUrl = http://127.0.0.1:8080\n@token = none\n\n'];
  for (let i = first; i < first + count; i += 1) parts.push(writtenRequest(i));
  return parts.join('');
}

/** @param {number} i */
function writtenRequest(i) {
  const token = 'Authorization: Bearer {{token}}\n';
  const type = 'Content-Type: application/json\n';
  switch (i % 8) {
    case 0:
      return `### List the parcels that wait in the warehouse, page ${i}\nGET {{baseUrl}}/warehouses/north-12/parcels?state=waiting&sort=-created&page=${i}&size=20\nAccept: application/json\n\n`;
    case 1: {
      const address =
        '"street": "Harbour Road 12, second floor, left door",\n    "city": "Ghent", "postalCode": "9000", "province": "East Flanders",\n    "country": "BE"';
      const body = `{\n  "reference": "warehouse-north-12/parcel-${i}",\n  "weight": 1.25,\n  "address": {\n    ${address}\n  },\n  "express": false,\n  "contents": ["a book of maps, second edition", "a lamp with a green shade", "two letters"]\n}`;
      return `### Create parcel ${i}\n# @name create${i}\nPOST {{baseUrl}}/parcels\n${type}${token}\n${body}\n\n\n`;
    }
    case 2:
      return `### Get parcel ${i}\n# @tag parcels\n# The identifier is that of the sender, not the one that is printed on the label.\nGET {{baseUrl}}/warehouses/north-12/parcels/p-${i}/events?from=2024-01-01T00:00:00Z&until=2024-12-31T23:59:59Z&kind=scanned\n${token}\n\n`;
    case 3:
      return `### Change parcel ${i}\nPUT {{baseUrl}}/warehouses/north-12/parcels/p-${i}\n${type}\n{\n  "weight": 2.5,\n  "express": true,\n  "note": "leave it at the gate if nobody opens, and ring the bell of the neighbours twice",\n  "sender": "{{$uuid}}"\n}\n\n>>>\nexpect status 200\nexpect body.weight == 2.5\n<<<\n\n`;
    case 4:
      return `### Delete parcel ${i}\n# @no-log\nDELETE {{baseUrl}}/warehouses/north-12/parcels/p-${i}\n${token}\n\n`;
    case 5:
      return `### Log in ${i}\nPOST {{baseUrl}}/login\n${type}\n{\n  "user": "ada.lovelace@parcels.example.test",\n  "client": "warehouse-terminal-north-12",\n  "password": "{{token}}"\n}\n\n> {%\n  client.global.set("token", response.body.token);\n%}\n\n`;
    case 6:
      return `### Search ${i}\n# @tag search\n# @no-log\nPOST {{baseUrl}}/search\nContent-Type: application/x-www-form-urlencoded\n\ntext=parcel+with+a+green+lamp&state=waiting&warehouse=north-12&page=${i}&size=50&sort=created\n\n`;
    default:
      return `### Labels of parcel ${i}\n# @tag labels\n# @tag print\n// Printed by the warehouse as soon as the parcel is weighed.\nPOST {{baseUrl}}/labels\n${type}\n[\n  {\n    "parcel": "warehouse-north-12/parcel-${i}",\n    "copies": 2,\n    "format": "A6 landscape, thermal paper"\n  },\n  {\n    "parcel": "warehouse-north-12/parcel-of-the-day",\n    "copies": 1,\n    "format": "A4 portrait, plain paper"\n  }\n]\n\n`;
  }
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

/** As many, four for each path, which differ in their query or in a condition on it. @param {number} count @param {boolean} hasConditions */
export function ruledMockRoutes(count, hasConditions) {
  const mock = `>>>mock\n200 OK\n\n${MOCK_BODY}\n<<<\n`;
  const route = (/** @type {number} */ i) => {
    const path = `{{base}}/group-${Math.floor(i / 4)}/items/{{id}}`;
    const page = i % 4;
    if (hasConditions) return `### r${i}\n# @mock.when query.page == ${page}\nGET ${path}\n\n${mock}`;
    return `### r${i}\nGET ${path}?page=${page}&sort=name\n\n${mock}`;
  };
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
