// A responder that does nothing else: the target of runs and executions, and the upper limit of servers.
import { serve } from './serve.mjs';

const body = Buffer.from(JSON.stringify({ id: 7, name: 'parcel', state: 'created', weight: 1.25 }));
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };

serve((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, headers).end(body));
});
