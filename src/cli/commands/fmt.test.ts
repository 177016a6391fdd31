import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fakeContext } from '../../../test/cli/support/fake-context.js';
import { dispatch } from '../dispatch.js';
import type { EndSignal } from '../process/process-context.js';
import { COMMANDS } from './all-commands.js';

it.each<[EndSignal, number]>([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('%s ends it between two files', async (signal, expected) => {
  const cwd = await mkdtemp(join(tmpdir(), 'svc-fmt-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const loose = '### a\r\nGET   http://127.0.0.1:1/\r\n';
  for (const name of ['a.http', 'b.http']) await writeFile(join(cwd, name), loose);
  let listening = false;
  const context = {
    ...fakeContext(['fmt'], { cwd }),
    onSignal: (listener: (signal: EndSignal) => void) => {
      listening = true;
      queueMicrotask(() => listener(signal));
      return () => {
        listening = false;
      };
    },
  };
  expect(await dispatch(context, COMMANDS)).toBe(expected);
  expect(context.written.stdout).toBe('a.http\n');
  expect(await readFile(join(cwd, 'a.http'), 'utf8')).toBe('### a\nGET http://127.0.0.1:1/\n');
  expect(await readFile(join(cwd, 'b.http'), 'utf8')).toBe(loose);
  expect(listening).toBe(false);
});
