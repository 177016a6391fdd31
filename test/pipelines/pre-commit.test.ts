/** The hooks for pre-commit: by the real program where there is one, and their entries by themselves. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BAD_REQUEST as BAD,
  hooks,
  TIDY_REQUEST as TIDY,
  UNTIDY_REQUEST as UNTIDY,
  WARNED_REQUEST as WARNED,
} from './commit-hooks.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';

describe('the hooks', () => {
  it('are two, for request files', () => {
    const rules = { language: 'system', files: String.raw`\.(http|spec)$`, require_serial: true };
    expect(hooks).toMatchObject([
      { id: 'svc-validate', entry: 'svc validate --strict', ...rules },
      { id: 'svc-fmt', entry: 'svc fmt', ...rules },
    ]);
  });

  it.each([
    ['svc-validate', 'bad.http', BAD, 2],
    ['svc-validate', 'warned.spec', WARNED, 2],
    ['svc-validate', 'tidy.http', TIDY, 0],
    ['svc-fmt', 'bad.http', BAD, 2],
    ['svc-fmt', 'tidy.http', TIDY, 0],
  ])('%s ends for %s as its entry does', async (id, file, content, code) => {
    const cwd = await temporaryWorkspace({ [file]: content });
    expect((await runSvc([...wordsOf(id), file], { cwd })).code).toBe(code);
    expect(await readFile(join(cwd, file), 'utf8')).toBe(content);
  });

  it('svc-fmt rewrites a file that is not in canonical form', async () => {
    const cwd = await temporaryWorkspace({ 'untidy.http': UNTIDY });
    await runSvc([...wordsOf('svc-fmt'), 'untidy.http'], { cwd });
    expect(await readFile(join(cwd, 'untidy.http'), 'utf8')).toBe(TIDY);
  });
});

function wordsOf(id: string): string[] {
  const [program, ...words] = hooks.find((hook) => hook.id === id)?.entry.split(' ') ?? [];
  expect(program).toBe('svc');
  return words;
}
