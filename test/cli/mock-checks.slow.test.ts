import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendRequest } from '../support/servers/running-server.js';
import { CHECKED_FILES, startChecked, endChecked } from './mock-checks-setup.js';

describe('svc mock, at its end', () => {
  it('is content when all were used and every request had a route', async () => {
    const svc = await startChecked('--require-used', '--fail-on-unmatched', '--json');
    await sendRequest(svc.origin, 'HEAD', '/orders/7');
    await sendRequest(svc.origin, 'POST', '/orders');
    await sendRequest(svc.origin, 'OPTIONS', '/orders');
    const { code, printed, stdout } = await endChecked(svc);
    expect([code, printed]).toEqual([0, '']);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual({
      unused: [],
      unmatched: [],
      unmatchedTotal: 0,
    });
  });

  it('writes both as one JSON object, too', async () => {
    const svc = await startChecked('--require-used', '--fail-on-unmatched', '--json');
    await sendRequest(svc.origin, 'GET', '/nowhere');
    const { code, stdout } = await endChecked(svc);
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
    const svc = await startChecked('--require-used', '--watch');
    await sendRequest(svc.origin, 'GET', '/orders/7');
    const text = CHECKED_FILES['orders.http'].replace('### Add an order', '# Moved\n\n### Add an order');
    await writeFile(join(svc.cwd, 'orders.http'), `# A head\n${text}`);
    await svc.until(() => svc.stderr().includes('Serving 2 routes'));
    expect((await endChecked(svc)).printed).toBe(
      'Error: 1 route was never used:\n  POST /orders  add  orders.http:8\n',
    );
  });
});
