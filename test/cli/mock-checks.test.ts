import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { sendRequest } from '../support/servers/running-server.js';

const FILES = {
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

async function started(...args: string[]): Promise<LiveSvc & { origin: string; cwd: string }> {
  const cwd = await temporaryWorkspace(FILES);
  const svc = startSvc(['mock', '--port', '0', ...args, 'orders.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('/orders  '));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '', cwd };
}

/** What it says at its end. */
async function ended(svc: LiveSvc): Promise<{ code: number | null; printed: string; stdout: string }> {
  const before = svc.stderr().length;
  svc.send('SIGTERM');
  const { code, stderr, stdout } = await svc.ended;
  return { code, printed: stderr.slice(before), stdout };
}

describe('svc mock, at its end', () => {
  it('names the routes that were never used', async () => {
    const svc = await started('--require-used');
    await sendRequest(svc.origin, 'GET', '/orders/7');
    expect(await ended(svc)).toMatchObject({
      code: 1,
      printed: 'Error: 1 route was never used:\n  POST /orders  add  orders.http:5\n',
    });
  });

  it('is content when all were used and every request had a route', async () => {
    const svc = await started('--require-used', '--fail-on-unmatched', '--json');
    await sendRequest(svc.origin, 'HEAD', '/orders/7');
    await sendRequest(svc.origin, 'POST', '/orders');
    await sendRequest(svc.origin, 'OPTIONS', '/orders');
    const { code, printed, stdout } = await ended(svc);
    expect([code, printed]).toEqual([0, '']);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual({
      unused: [],
      unmatched: [],
      unmatchedTotal: 0,
    });
  });

  it('lists requests without a route, ten at most, without secrets', async () => {
    const svc = await started('--fail-on-unmatched');
    for (let index = 0; index < 12; index += 1) await sendRequest(svc.origin, 'GET', `/x/${index}`);
    for (let count = 0; count < 3; count += 1) await sendRequest(svc.origin, 'PUT', '/other/4711-top');
    const { code, printed } = await ended(svc);
    const lines = printed.split('\n');
    expect(code).toBe(1);
    expect(lines.slice(0, 3)).toEqual([
      'Error: 15 requests matched no route:',
      '  3 × PUT /other/[REDACTED]',
      '  1 × GET /x/0',
    ]);
    expect(lines.slice(-2)).toEqual(['  and 3 more', '']);
    expect(lines).toHaveLength(13);
  });

  it('writes both as one JSON object, too', async () => {
    const svc = await started('--require-used', '--fail-on-unmatched', '--json');
    await sendRequest(svc.origin, 'GET', '/nowhere');
    const { code, stdout } = await ended(svc);
    expect(code).toBe(1);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual({
      unused: [
        { method: 'GET', path: '/orders/{id}', name: 'read', file: 'orders.http', line: 1 },
        { method: 'POST', path: '/orders', name: 'add', file: 'orders.http', line: 5 },
      ],
      unmatched: [{ method: 'GET', path: '/nowhere', count: 1 }],
      unmatchedTotal: 1,
    });
  });

  it('remembers what was used when files are read again', async () => {
    const svc = await started('--require-used', '--watch');
    await sendRequest(svc.origin, 'GET', '/orders/7');
    const text = FILES['orders.http'].replace('### Add an order', '# Moved\n\n### Add an order');
    await writeFile(join(svc.cwd, 'orders.http'), `# A head\n${text}`);
    await svc.until(() => svc.stderr().includes('Serving 2 routes'));
    expect((await ended(svc)).printed).toBe(
      'Error: 1 route was never used:\n  POST /orders  add  orders.http:8\n',
    );
  });
});
