import { Agent, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { startServer } from '../../support/servers/running-server.js';

const CLIENTS = 40;
const EACH = 50;

it(
  'a mock server answers many clients at once and sends an event for each request',
  { timeout: 60_000 },
  async () => {
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### item
          GET /items/{{id}}

          >>>mock
          {"id": "{{id}}"}
          <<<

          ### add
          POST /items
        `,
      },
    });
    const events = await listen(server);
    const { json } = await server.call('POST', '/mock/start', { json: { files: ['a.http'], port: 0 } });
    const { port } = json as { port: number };
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    onTestFinished(() => agent.destroy());
    const send = (id: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const isPost = id.endsWith('0');
        const path = isPost ? '/items' : `/items/${id}`;
        const outgoing = request(
          { port, host: '127.0.0.1', path, method: isPost ? 'POST' : 'GET', agent },
          (response) => {
            let text = '';
            response.on('data', (chunk: Buffer) => (text += chunk.toString()));
            response.on('end', () => resolve(isPost ? id : (JSON.parse(text) as { id: string }).id));
          },
        );
        outgoing.on('error', reject);
        outgoing.end(isPost ? 'x'.repeat(20_000) : undefined);
      });
    const client = async (number: number): Promise<void> => {
      for (let turn = 0; turn < EACH; turn += 1) {
        const id = `${number}-${turn}`;
        expect(await send(id)).toBe(id);
      }
    };
    // Clients that disconnect in the middle of a request do not affect the others.
    const leaving = Array.from({ length: 20 }, () => {
      const outgoing = request({ port, host: '127.0.0.1', path: '/items', method: 'POST', agent: false });
      outgoing.on('error', () => undefined);
      outgoing.write('x'.repeat(100_000), () => outgoing.destroy());
      return outgoing;
    });
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    expect(leaving).toHaveLength(20);
    const reported = (): number =>
      events.events.filter(({ payload }) => payload['route'] === 'item' && payload['status'] === 200).length;
    await expect.poll(reported, { timeout: 60_000 }).toBe(CLIENTS * EACH * 0.9);
  },
);
