// execute.mjs <target>: the upper limit of an execution: receives a POST, sends one request to the target, reads its
// response, returns JSON.
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.mjs';

const [target = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });

serve((request, response) => {
  void text(request).then((sent) => {
    JSON.parse(sent);
    http.request(`${target}/items/7`, { agent }, (received) => void passOn(received, response)).end();
  });
});

/** @param {http.IncomingMessage} received @param {http.ServerResponse} response */
async function passOn(received, response) {
  /** @type {{ id: number }} */
  const item = JSON.parse(await text(received));
  const body = JSON.stringify({ passed: item.id === 7 });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}
