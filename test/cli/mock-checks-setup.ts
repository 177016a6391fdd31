import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';

export const CHECKED_FILES = {
  'orders.http': dedent`
    ### Read an order
    # @name read
    GET {{baseUrl}}/orders/{{id}}

    ### Add an order
    # @name add
    POST {{baseUrl}}/orders
  `,
  'service.yaml': 'secrets: [key]\nenvironments:\n  dev: { baseUrl: "http://desk.test", key: 4711-top }\n',
};

export async function startChecked(...args: string[]): Promise<LiveSvc & { origin: string; cwd: string }> {
  const cwd = await temporaryWorkspace(CHECKED_FILES);
  const svc = startSvc(['mock', '--port', '0', ...args, 'orders.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('/orders  '));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '', cwd };
}

/** What it says at its end. */
export async function endChecked(
  svc: LiveSvc,
): Promise<{ code: number | null; printed: string; stdout: string }> {
  const before = svc.stderr().length;
  svc.send('SIGTERM');
  const { code, stderr, stdout } = await svc.ended;
  return { code, printed: stderr.slice(before), stdout };
}
