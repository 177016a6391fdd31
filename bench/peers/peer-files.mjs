// The same work in the formats of the other programs.
import { MOCK_BODY } from '../texts/request-files.mjs';

/**
 * A Postman collection, with the checks of the request file beside it.
 * @param {string} url
 * @param {number} count
 */
export function collection(url, count) {
  const exec = [
    "pm.test('status', () => pm.response.to.have.status(200));",
    "pm.test('id', () => pm.expect(pm.response.json().id).to.eql(7));",
  ];
  const item = Array.from({ length: count }, (_, i) => ({
    name: `Get ${i}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
    request: { method: 'GET', url: `${url}/items/${i}` },
  }));
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return JSON.stringify({ info: { name: 'bench', schema }, item });
}

/**
 * A request file of httpyac.
 * @param {string} url
 * @param {number} count
 */
export function httpyacFile(url, count) {
  const parts = [`@url = ${url}\n`];
  for (let i = 0; i < count; i += 1) {
    parts.push(
      `\n### Get ${i}\nGET {{url}}/items/${i}\n\n?? status == 200\n?? js response.parsedBody.id == 7\n`,
    );
  }
  return parts.join('');
}

/**
 * An environment of Mockoon with one route; its schema fills in what is left out.
 * @param {number} port
 */
export function mockoonEnvironment(port) {
  const headers = [{ key: 'Content-Type', value: 'application/json' }];
  const response = { uuid: uuid(3), statusCode: 200, headers, bodyType: 'INLINE', body: MOCK_BODY };
  const route = {
    uuid: uuid(2),
    type: 'http',
    method: 'get',
    endpoint: 'group-0/items/:id',
    responses: [{ ...response, disableTemplating: true, default: true }],
  };
  const shape = { uuid: uuid(1), lastMigration: 33, name: 'bench', port, hostname: '127.0.0.1', cors: false };
  return JSON.stringify({ ...shape, routes: [route], rootChildren: [{ type: 'route', uuid: route.uuid }] });
}

/** @param {number} last */
function uuid(last) {
  return `00000000-0000-4000-8000-00000000000${last}`;
}
