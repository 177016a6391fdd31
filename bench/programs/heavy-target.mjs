// The target of heavy calls: a list of 20,000 members, a body of 10 MiB, and a small one for everything else.
import { serve } from './serve.mjs';

const BODY_BYTES = 10 * 1024 * 1024;
const items = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })));
const entry = JSON.stringify({ id: 7, name: 'a "quoted" parcel', state: 'created' });
const count = Math.floor((BODY_BYTES - 2) / (entry.length + 1));
const bodies = new Map([
  ['/items', items],
  ['/large', `[${Array.from({ length: count }, () => entry).join(',')}]`],
]);

serve((request, response) => {
  const body = bodies.get(request.url ?? '') ?? entry;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
