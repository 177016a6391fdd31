// The target whose responses are changed: a list of parcels of about 2 KB at every address.
import { serve } from './serve.mjs';

const items = Array.from({ length: 12 }, (_, id) => ({
  id,
  reference: `P-${1000 + id}`,
  weight: 1.25 + id,
  state: 'created',
  due: '2031-02-03T10:00:00Z',
  tags: ['fragile', 'signed'],
  address: { city: 'Oslo', country: 'NO' },
}));
const body = Buffer.from(JSON.stringify({ total: items.length, items }));
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };

serve((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, headers).end(body));
});
