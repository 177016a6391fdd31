import { loopback } from '../support/runs/run-requests.js';

export function listening() {
  return loopback(({ path }, response) => {
    if (path === '/late') return void setTimeout(() => response.end('late'), 400);
    const status = path === '/moved' ? 302 : path.endsWith('/2') ? 500 : 200;
    response.writeHead(status, {
      'x-path': path.slice(1),
      'content-type': 'application/json',
      location: '/there',
    });
    response.end('{"id": 7}');
  });
}
