import { expect, it, onTestFinished } from 'vitest';
import { hostileFile, startHostileTarget } from '../../support/servers/hostile-evaluations.js';
import { startSvc } from '../../support/program/live-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

it('neither holds up other requests of the run nor keeps Ctrl-C from ending it', async () => {
  // The other request is redirected once the evaluation has its response: only a program that is not blocked follows.
  let release: () => void = () => undefined;
  const evaluating = new Promise<void>((resolve) => (release = resolve));
  const target = await startHostileTarget(async (path, respondedPaths) => {
    if (path === '/items')
      void expect
        .poll(() => respondedPaths)
        .toContain('/items')
        .then(release);
    if (path !== '/other') return undefined;
    await evaluating;
    return [302, { Location: '/later' }];
  });
  const other = `### other\nGET ${target.url}/other\n`;
  const cwd = await temporaryWorkspace({ 'a.http': `${hostileFile(target.url, 'items')}\n${other}` });
  const svc = startSvc(['run', 'a.http', '--parallel', '--no-history'], { cwd });
  onTestFinished(() => release());
  await svc.until(() => target.respondedPaths.includes('/later'));
  svc.send('SIGINT');
  const { code, stdout } = await svc.ended;
  expect(code).toBe(130);
  expect(stdout).not.toContain('took more than');
});
