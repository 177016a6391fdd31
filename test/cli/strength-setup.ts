import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

export const TOKEN = 'tok-5f1c9d3e7a2b4c6d';

/** Each run gets other ids and times, as from a real API. */
export async function startApi(): Promise<string> {
  let next = 100;
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const id = next++;
    const bodies: Readonly<Record<string, unknown>> = {
      '/orders': {
        id,
        state: 'open',
        total: 19.99,
        at: new Date(1_700_000_000_000 + id * 1e6).toISOString(),
      },
      '/session': { token: TOKEN, user: 'ada' },
      '/broken': { error: 'no' },
    };
    const path = request.url ?? '';
    response.writeHead(path === '/broken' ? 500 : 200, { 'Content-Type': 'application/json', 'X-Api': '1' });
    response.end(JSON.stringify(bodies[path] ?? { path, items: [{ id: 1 }, { id: 2 }] }));
  };
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const ORDERS = `### Make an order
# @name makeOrder
POST {{api}}/orders
Content-Type: application/json

{"total": 19.99}

>>>
expect status == 200
expect body.total == 19.99
<<<

>>>capture
orderId from body.id
<<<

### Read an order
# @name readOrder
# @depends makeOrder
GET {{api}}/orders/{{makeOrder.orderId}}

>>>
expect status == 200
<<<
`;

export interface Place {
  readonly cwd: string;
  readonly svc: (...args: string[]) => Promise<RunOutcome>;
  readonly read: () => Promise<string>;
}

export async function place(
  files: Readonly<Record<string, string>> = { 'orders.http': ORDERS },
): Promise<Place> {
  const cwd = await temporaryWorkspace(files);
  const env = { SVC_VARIABLE_api: await startApi(), SVC_HISTORY_DB: join(cwd, 'history.db') };
  return {
    cwd,
    svc: (...args) => runInProcess(args, { cwd, env }),
    read: () => readFile(join(cwd, 'orders.http'), 'utf8'),
  };
}

export function scoreIn({ stdout }: RunOutcome): number {
  return Number(/changes of their responses: ([\d.]+)%/.exec(stdout)?.[1]);
}
