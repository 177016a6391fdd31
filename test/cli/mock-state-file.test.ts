/** The file in which a mock server keeps its state: `svc mock --state`. */
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { startMockIn, startStatefulMock, type StatefulMock } from './support/stateful-mock.js';
import { KEPT_ORDERS, KEPT_FILES } from './mock-state-file-setup.js';

/** The state after it has ended. */
async function end({ svc, cwd }: StatefulMock): Promise<{ text: string; json: unknown; stderr: string }> {
  svc.send('SIGTERM');
  const { code, stderr } = await svc.ended;
  expect(code).toBe(0);
  const text = await readFile(join(cwd, 'state.json'), 'utf8');
  return { text, json: JSON.parse(text), stderr };
}

describe('svc mock --state', () => {
  it('starts with what the last one has kept, and needs no --stateful', async () => {
    const first = await startStatefulMock(KEPT_FILES, ['--state', 'state.json']);
    await first.json(201, 'POST', '/orders', { item: 'a' });
    await first.json(201, 'POST', '/orders', { item: 'b' });
    const kept = await end(first);
    expect(kept.json).toEqual({
      version: 1,
      collections: {
        '/orders': [
          { id: 1, value: { id: 1, item: 'a' } },
          { id: 2, value: { id: 2, item: 'b' } },
        ],
      },
    });
    const second = await startMockIn(first.cwd, ['--state', 'state.json']);
    expect(await second.json(200, 'GET', '/orders/2')).toMatchObject({ item: 'b' });
    expect(await second.json(201, 'POST', '/orders', { item: 'c' })).toMatchObject({ id: 3 });
    await second.json(200, 'POST', '/mock/reset');
    expect((await end(second)).json).toEqual({ version: 1, collections: {} });
  });

  it('is written for its owner only, as a whole, and without secrets', async () => {
    const mock = await startStatefulMock(KEPT_FILES, ['--state', 'state.json']);
    await mock.json(201, 'POST', '/orders', { key: '4711-top', note: 'has 4711-top in it' });
    await expect
      .poll(() => readFile(join(mock.cwd, 'state.json'), 'utf8').catch(() => ''), { timeout: 10_000 })
      .toContain('"/orders"');
    const { text } = await end(mock);
    expect(text).not.toContain('4711-top');
    expect((await lstat(join(mock.cwd, 'state.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(mock.cwd)).filter((name) => /state|tmp/.test(name))).toEqual(['state.json']);
  });

  it('leaves a file that has not changed as it is', async () => {
    const text = '{"version": 1, "collections": {"/orders": [{"id": 9, "value": {"id": 9}}]}}';
    const mock = await startStatefulMock({ ...KEPT_FILES, 'state.json': text }, ['--state', 'state.json']);
    expect(await mock.json(200, 'GET', '/orders/9')).toMatchObject({ id: 9 });
    expect((await end(mock)).text).toBe(text);
  });

  it('keeps the state when files are read again', async () => {
    const mock = await startStatefulMock(KEPT_FILES, ['--state', 'state.json', '--watch']);
    await mock.json(201, 'POST', '/orders', { item: 'a' });
    await writeFile(join(mock.cwd, 'orders.http'), `${KEPT_ORDERS}\n### more\nGET /more\n`);
    await mock.svc.until(() => mock.svc.stderr().includes('Serving 4 routes'));
    expect(await mock.json(200, 'GET', '/orders/1')).toMatchObject({ item: 'a' });
    await mock.json(200, 'GET', '/more');
    await end(mock);
  });

  it.each([
    ['{"version": 1, "collections": {"/orders": [{"id": 1, "val', 'it is not valid JSON'],
    ['', 'it is not valid JSON'],
    ['[1, 2]', 'it is not the state of a mock server, which has `version` and `collections`'],
    [
      '{"log": {"entries": []}}',
      'it is not the state of a mock server, which has `version` and `collections`',
    ],
    ['{"version": 7, "collections": {}}', 'its version is 7; this svc reads version 1'],
    ['['.repeat(100_000), 'it is not valid JSON'],
  ])('refuses a file that is no state: %#', async (text, reason) => {
    const cwd = await temporaryWorkspace({ ...KEPT_FILES, 'state.json': text });
    const { code, stderr } = await runInProcess(['mock', '.', '--port', '0', '--state', 'state.json'], {
      cwd,
    });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `Error: cannot use the state in state.json: ${reason}\n`,
    });
    expect(await readFile(join(cwd, 'state.json'), 'utf8')).toBe(text);
  });
});
