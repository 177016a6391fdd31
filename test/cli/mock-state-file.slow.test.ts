/** The file in which a mock server keeps its state: `svc mock --state`. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { KEPT_FILES } from './mock-state-file-setup.js';

describe('svc mock --state', () => {
  it('refuses a place where it cannot be kept, before it listens', async () => {
    const cwd = await temporaryWorkspace(KEPT_FILES);
    await mkdir(join(cwd, 'folder'));
    await symlink('/dev/zero', join(cwd, 'endless'));
    for (const place of ['folder', 'endless']) {
      const { code, stderr } = await runInProcess(['mock', '.', '--port', '0', '--state', place], { cwd });
      expect([place, code]).toEqual([place, 3]);
      expect(stderr).toContain(place);
      expect(stderr).not.toContain('Mock server on');
    }
  });
});
