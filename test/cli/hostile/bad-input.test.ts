import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { BAD_INPUTS, expectDiagnostic, MIB } from './bad-input-setup.js';

// That time grows with the size only is tested in test/language/hostile.slow.test.ts.
describe('bad input gives a diagnostic and no stack trace', () => {
  it.each(BAD_INPUTS)('%s', async (_, content, code) => {
    await expectDiagnostic(content, code);
  });

  it('on standard input', async () => {
    const cwd = await temporaryWorkspace();
    for (const input of ['\0', Buffer.from([0xff]), 'x'.repeat(11 * MIB)]) {
      const { code, stdout, stderr } = await runInProcess(['validate', '-'], { cwd, input });
      expect([code, stderr]).toEqual([2, '']);
      expect(stdout).toMatch(/^FAIL {2}<stdin>\n {6}1:\d+ error /);
    }
  });
});
