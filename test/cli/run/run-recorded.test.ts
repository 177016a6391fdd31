import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { repositoryRoot } from '../../support/program/run-svc.js';
import { loopback, type LoopbackResponse } from '../../support/runs/run-requests.js';

/** Request files without anything new, and the results that svc wrote for them before there were `--repeat` and `@each`. */
const RECORDED = join(repositoryRoot, 'test', 'cli', 'recorded');

const ORDERS = '{"total": 9007199254740993, "orders": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}';

function responseTo(path: string, visits: number): Exclude<LoopbackResponse, number | undefined> {
  const json = { headers: { 'Content-Type': 'application/json' } };
  if (path.startsWith('/orders?')) return { ...json, text: ORDERS };
  if (path === '/login') return { ...json, text: '{"token": "token-of-ada", "ids": [3, 4]}' };
  if (path === '/moved') return { status: 302, headers: { Location: '/there' }, text: '' };
  if (path === '/unsteady' && visits < 2) return { status: 503, text: 'busy' };
  return { ...json, text: `{"path": "${path}"}` };
}

/** Without what differs from run to run: times, the version and the port, whose digits other numbers may have too. */
function withoutTimes(text: string, url: string): string {
  return text
    .replaceAll(new URL(url).host, '127.0.0.1:PORT')
    .replaceAll(/"(\w*[dD]uration|time|version)": ?("[^"]*"|[\d.]+)/g, '"$1": 0')
    .replaceAll(/svc\/\d+\.\d+\.\d+[\w.-]*/g, 'svc/0');
}

it.each([
  ['in one run', []],
  ['in one of one pass', ['--repeat', '1', '--delay', '0s']],
  ['in parallel', ['--parallel', '--concurrency', '3']],
])('the results of files without anything new are those of before, %s', async (_how, args) => {
  const visits = new Map<string, number>();
  const { url } = await loopback(({ path }, response) => {
    const before = visits.get(path) ?? 0;
    visits.set(path, before + 1);
    response.sendDate = false;
    const { headers, text = '', ...rest } = responseTo(path, before);
    const length = { 'Content-Length': String(Buffer.byteLength(text)), Connection: 'close' };
    return { ...rest, text, headers: { ...headers, ...length } };
  });
  const cwd = await temporaryWorkspace({});
  await cp(RECORDED, cwd, { recursive: true });
  for (const file of ['orders.http', 'other.http']) {
    const text = await readFile(join(RECORDED, file), 'utf8');
    await writeFile(join(cwd, file), text.replaceAll('http://127.0.0.1:PORT', url));
  }
  const { code, stdout } = await runInProcess(['run', 'orders.http', '-o', 'json', ...args], {
    cwd,
    env: { SVC_NO_HISTORY: '1' },
  });
  expect(code).toBe(1);
  expect(withoutTimes(stdout, url)).toBe(await readFile(join(RECORDED, 'results.txt'), 'utf8'));
});
