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
 * An environment of Mockoon.
 * @param {number} port
 */
export function mockoonEnvironment(port) {
  const response = {
    uuid: '00000000-0000-4000-8000-000000000003',
    body: MOCK_BODY,
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    bodyType: 'INLINE',
    filePath: '',
    databucketID: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  };
  const route = {
    uuid: '00000000-0000-4000-8000-000000000002',
    type: 'http',
    documentation: '',
    method: 'get',
    endpoint: 'group-0/items/:id',
    responses: [response],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  };
  return JSON.stringify({
    uuid: '00000000-0000-4000-8000-000000000001',
    lastMigration: 33,
    name: 'bench',
    endpointPrefix: '',
    latency: 0,
    port,
    hostname: '127.0.0.1',
    folders: [],
    routes: [route],
    rootChildren: [{ type: 'route', uuid: route.uuid }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: false,
    headers: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  });
}
