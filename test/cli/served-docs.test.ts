import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSvc } from '../support/program/live-svc.js';
import { readPages, type Example } from '../support/files/markdown.js';
import { runSvc } from '../support/program/run-svc.js';
import { sendRequest } from '../support/servers/running-server.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';

const pages = await readPages();

function examplesOf(path: string): readonly Example[] {
  return pages.find((page) => page.path === path)?.examples ?? [];
}

async function workspaceOf(examples: readonly Example[]): Promise<string> {
  const cwd = await temporaryWorkspace();
  for (const { notes, text } of examples) {
    const name = notes.get('file');
    if (name !== undefined) writeFiles(cwd, { [name]: text });
    if (name?.endsWith('.sh')) await chmod(join(cwd, name), 0o755);
  }
  return cwd;
}

async function mockOn(cwd: string, file: string): Promise<string> {
  const svc = startSvc(['mock', '--port', '0', file], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('Mock server on'));
  return /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '';
}

/** Lines of a terminal with what stands below each. */
function calls({ text }: Example): (readonly [line: string, output: string])[] {
  return text
    .split(/^\$ /m)
    .filter(Boolean)
    .map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1)];
    });
}

/** Prints what the page shows, but for times. */
async function checkPrinted(example: Example, cwd: string, here: (shown: string) => string): Promise<number> {
  for (const [line, output] of calls(example)) {
    const { stdout, stderr } = await runSvc(here(line).split(' ').slice(1), { cwd });
    const plain = (text: string): string => text.replace(/\d+ms/g, 'Nms');
    expect(plain(stdout + stderr), `${example.place}: ${line}`).toBe(plain(here(output)));
  }
  return calls(example).length;
}

it('docs/mock.md shows what a mock server sends', async () => {
  const examples = examplesOf('docs/mock.md');
  const cwd = await workspaceOf(examples);
  const origin = await mockOn(cwd, 'depot.http');
  let checked = 0;
  for (const example of examples) {
    if (example.notes.has('prints')) checked += await checkPrinted(example, cwd, (shown) => shown);
    if (!example.notes.has('served')) continue;
    for (const [line, output] of calls(example)) {
      const [, method = 'GET', path = ''] =
        /^curl (?:-X (\w+) )?http:\/\/127\.0\.0\.1:3000(\S+)$/.exec(line) ?? [];
      const { text } = await sendRequest(origin, method, path);
      expect(text.trimEnd(), `${example.place}: ${line}`).toBe(output.trimEnd());
      checked += 1;
    }
  }
  expect(checked).toBe(4);
});

it('docs/contracts.md shows what a verification prints', async () => {
  const examples = examplesOf('docs/contracts.md');
  const cwd = await workspaceOf(examples);
  const origin = await mockOn(cwd, 'provider.http');
  const here = (shown: string): string => shown.replaceAll('http://127.0.0.1:9001', origin);
  let checked = 0;
  for (const example of examples) {
    if (example.notes.has('prints')) checked += await checkPrinted(example, cwd, here);
  }
  expect(checked).toBe(2);
});
