import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { sendRequest } from '../support/servers/running-server.js';

const SHAKY = dedent`
  ### Read
  # @name read
  # @mock.fault reset 25%
  # @mock.fault status 503 30%
  # @mock.fault malformed 30%
  GET {{baseUrl}}/orders

  >>>mock
  200

  {"items": [1, 2, 3]}
  <<<

  ### Hang
  # @name hang
  # @mock.fault timeout
  GET {{baseUrl}}/hang

  >>>mock
  200
  <<<

  ### Later
  # @name later
  # @mock.delay 1h
  GET {{baseUrl}}/later

  >>>mock
  200
  <<<

  ### Calm
  # @name calm
  GET {{baseUrl}}/calm

  >>>mock
  200
  <<<
`;

export async function startFaulty(...args: string[]): Promise<LiveSvc & { origin: string }> {
  const cwd = await temporaryWorkspace({ 'orders.http': SHAKY });
  const svc = startSvc(['mock', '--port', '0', ...args, 'orders.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('--seed'));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '' };
}

export async function statusesOf(origin: string, count: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let index = 0; index < count; index += 1) {
    found.push(
      await sendRequest(origin, 'GET', '/orders').then(
        ({ status, json }) => `${status}${json === undefined ? ' malformed' : ''}`,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      ),
    );
  }
  return found;
}
