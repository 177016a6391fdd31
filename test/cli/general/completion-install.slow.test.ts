import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { startSvc } from '../../support/program/live-svc.js';

describe('svc completion', () => {
  // Windows has no such permission of folders.
  it.runIf(process.platform !== 'win32')('leaves a folder alone that it may not write to', async () => {
    const home = await temporaryWorkspace();
    const folder = join(home, '.local', 'share');
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o555);
    const svc = startSvc(['completion', 'bash', '--install'], {
      cwd: home,
      env: { HOME: home },
      ordinary: true,
    });
    expect((await svc.ended).code).toBe(3);
    expect(svc.stderr()).toMatch(/^Error: could not write \S+: permission denied\n$/);
    expect(await readdir(folder)).toEqual([]);
  });
});
