import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSvc } from '../../support/program/live-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { get } from './run-setup.js';

describe('exit codes of svc run', () => {
  it('a signal that comes with the first request is not too early', async () => {
    const cwd = await temporaryWorkspace();
    for (let i = 0; i < 5; i += 1) {
      let interrupt = (): void => undefined;
      const { url } = await loopback(() => {
        interrupt();
        return undefined;
      });
      await writeFile(join(cwd, 'a.http'), get(url));
      const svc = startSvc(['run', 'a.http', '--no-history'], { cwd });
      interrupt = () => svc.send('SIGINT');
      expect(await svc.ended).toMatchObject({ code: 130, stdout: expect.stringContaining('Time:') });
    }
  });

  it('a second SIGINT ends at once, without reports', async () => {
    const { url, seen } = await loopback(() => undefined);
    const cwd = await temporaryWorkspace({ 'a.http': get(url) });
    // The run waits for a history that somebody else keeps locked.
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const history = new DatabaseSync(join(cwd, 'h.db'));
    onTestFinished(() => history.close());
    history.exec('CREATE TABLE held (x); BEGIN EXCLUSIVE');
    const svc = startSvc(['run', 'a.http', '--report', 'json=r.json', '--history-db', 'h.db'], { cwd });
    await svc.until(() => seen.length === 1);
    svc.send('SIGINT');
    await svc.until(() => svc.stdout().includes('Time:'));
    svc.send('SIGINT');
    const { code, stderr } = await svc.ended;
    expect(code).toBe(130);
    // A run that had waited for the lock to the end would say that it gave the history up.
    expect(stderr).not.toContain('history');
    await expect(readFile(join(cwd, 'r.json'), 'utf8')).rejects.toThrow('ENOENT');
  });
});
