import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startInProcess } from '../../support/program/in-process-svc.js';
import { createKeyboard } from '../../support/program/keyboard.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { env, cycles, afterChange } from './run-watch-setup.js';

describe('svc run --watch on a terminal', () => {
  it('runs again, everything or what failed on a key, and quits', async () => {
    let isFixed = false;
    const { url, seen } = await loopback(({ path }) => (path === '/bad' && !isFixed ? 500 : 200));
    const cwd = await temporaryWorkspace({
      'a.http': `### login\nGET ${url}/login\n\n### good\nGET ${url}/good\n\n### bad\n# @depends login\nGET ${url}/bad\n`,
      'b.http': `### other\nGET ${url}/other\n`,
    });
    const keys = createKeyboard();
    const svc = startInProcess(['run', '.', '--watch'], { cwd, env, terminalInput: keys.input });
    onTestFinished(svc.close);
    const sent = async (key: string): Promise<string[]> => {
      const [before, count] = [cycles(svc), seen.length];
      keys.type(key);
      await svc.until(() => cycles(svc) > before);
      return seen.slice(count);
    };
    await svc.until(() => cycles(svc) === 1);
    expect(svc.stderr()).toBe('Watching 2 files; Enter: run again, a: all, f: failed only, q: quit\n');
    expect(await sent('f')).toEqual(['GET /login', 'GET /bad']);
    expect(svc.stderr()).toContain('Running what failed\nWatching 2 files (failed only); Enter');
    expect(await sent('\r')).toEqual(['GET /login', 'GET /bad']);
    isFixed = true;
    // Written without a pause between emptying the file and filling it, in which a run might begin.
    await afterChange(svc, async () => writeFileSync(join(cwd, 'b.http'), `### other\nGET ${url}/changed\n`));
    expect(seen.slice(-2)).toEqual(['GET /login', 'GET /bad']);
    expect(await sent('f')).toEqual([]);
    expect(svc.stderr()).toContain('Nothing failed in the last run\nWatching 2 files; Enter');
    expect(await sent('a')).toEqual(['GET /login', 'GET /good', 'GET /bad', 'GET /changed']);
    keys.type('q');
    expect((await svc.ended).code).toBe(0);
    expect(keys.log).toEqual(['raw', 'released', 'cooked']);
  });

  it('counts what could not be tested among what failed', async () => {
    const { url, seen } = await loopback();
    const cwd = await temporaryWorkspace({
      'a.http': `### good\nGET ${url}/good\n\n### lost\n# @depends gone\nGET ${url}/lost\n`,
    });
    const keys = createKeyboard();
    const svc = startInProcess(['run', 'a.http', '-w'], { cwd, env, terminalInput: keys.input });
    onTestFinished(svc.close);
    await svc.until(() => cycles(svc) === 1);
    keys.type('f');
    await svc.until(() => cycles(svc) === 2);
    expect(svc.stderr()).toContain('Running what failed');
    expect(seen).toEqual(['GET /good']);
    keys.type('q');
    expect((await svc.ended).code).toBe(0);
  });

  it('gives the terminal back when the first run is refused', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1\n' });
    const keys = createKeyboard();
    const svc = startInProcess(['run', 'a.http', '-w', '-n', 'none'], {
      cwd,
      env,
      terminalInput: keys.input,
    });
    expect((await svc.ended).code).toBe(64);
    expect(keys.log).toEqual(['raw', 'released', 'cooked']);
  });
});
