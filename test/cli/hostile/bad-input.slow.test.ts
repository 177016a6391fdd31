import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { BAD_INPUTS, expectDiagnostic, LARGE_BAD_INPUTS } from './bad-input-setup.js';

describe('bad input gives a diagnostic and no stack trace', () => {
  it.each(LARGE_BAD_INPUTS)('%s', async (_, content, code) => {
    await expectDiagnostic(content, code);
  });

  it('through list and fmt too', async () => {
    const files = Object.fromEntries(
      [...BAD_INPUTS, ...LARGE_BAD_INPUTS].map(([, content], i) => [`bad-${i}.http`, content]),
    );
    const cwd = await temporaryWorkspace(files);
    for (const args of [['list'], ['fmt', '--check']]) {
      const { code, stderr } = await runInProcess(args, { cwd });
      expect(code).toBe(2);
      expect(stderr).not.toMatch(/^ {4}at |internal fault/m);
      for (const line of stderr.trimEnd().split('\n').slice(0, 200)) expect(line).toMatch(/^(Error|Note): /);
    }
  });
});
