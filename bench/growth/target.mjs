// The server that measured runs send to. It is part of the process that measures, whose time does not count.
import http from 'node:http';

/** @typedef {{ url: string, close: () => Promise<void> }} Target */

const small = Buffer.from('{"id":7,"name":"parcel","state":"created","weight":1.25}');
/** @type {Map<number, Buffer>} */
const lists = new Map();

/** @returns {Promise<Target>} */
export async function startTarget() {
  const server = http.createServer((request, response) => {
    request.resume();
    const [, kind = '', count = ''] = (request.url ?? '').split('/');
    const respond = responders[kind] ?? respondSmall;
    respond(response, Number(count));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @type {Record<string, (response: http.ServerResponse, count: number) => void>} */
const responders = {
  /** A list of as many entries. */
  list: (response, count) => {
    let body = lists.get(count);
    if (body === undefined) {
      body = Buffer.from(JSON.stringify(Array.from({ length: count }, (_, i) => entry(i))));
      lists.set(count, body);
    }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  },
};

/** @param {http.ServerResponse} response */
function respondSmall(response) {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': small.length }).end(small);
}

/** @param {number} id */
function entry(id) {
  return { id, name: `parcel ${id}`, state: id % 2 === 0 ? 'created' : 'sent', tags: ['a', `t${id % 10}`] };
}
