import { spawn, spawnSync } from 'node:child_process';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { cleanEnvironment } from '../../support/program/clean-environment.js';
import { builtMain } from '../../support/program/run-svc.js';
import { startSvc } from '../../support/program/live-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { env, cycles, afterChange } from './run-watch-setup.js';

describe('svc run --watch', () => {
  it('runs again on every kind of change and ends with 0', async () => {
    const { url, seen } = await loopback();
    const config = (path: string): string => `environments: { dev: { path: ${path} } }\n`;
    const cwd = await temporaryWorkspace({
      'api/a.http': dedent`
        ### one
        POST ${url}/{{path}}

        < ./body.json
      `,
      'api/body.json': '{"n": 1}',
      'service.yaml': config('first'),
      'notes.txt': '',
    });
    const svc = startSvc(['run', 'api', '--watch', '--report', 'json=r.json'], { cwd, env });
    await svc.until(() => cycles(svc) === 1);
    expect(svc.stderr()).toMatch(/^Note: wrote r\.json\nWatching 3 files\n$/);
    expect(await afterChange(svc, () => writeFile(join(cwd, 'service.yaml'), config('second')))).toMatch(
      /^Changed: service\.yaml\n/,
    );
    await afterChange(svc, () => writeFile(join(cwd, 'api/body.json'), '{"n": 2}'));
    expect(await afterChange(svc, () => writeFile(join(cwd, 'api/b.http'), `GET ${url}/new\n`))).toMatch(
      /^Changed: api\/b\.http\nNote: wrote r\.json\nWatching 4 files\n$/,
    );
    await afterChange(svc, () => rm(join(cwd, 'api/b.http')));
    // Editors write beside the file and rename over it.
    await writeFile(join(cwd, 'unsaved'), `### renamed\nGET ${url}/renamed\n`);
    await afterChange(svc, () => rename(join(cwd, 'unsaved'), join(cwd, 'api/a.http')));
    expect(seen).toEqual([
      'POST /first',
      'POST /second',
      'POST /second',
      ...['POST /second', 'GET /new'],
      'POST /second',
      'GET /renamed',
    ]);
    expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      tests: [{ name: 'renamed' }],
    });

    await writeFile(join(cwd, 'notes.txt'), 'nothing to do with it');
    const last = await afterChange(svc, () => writeFile(join(cwd, 'api/a.http'), `GET ${url}/last\n`));
    expect(last).toMatch(/^Changed: api\/a\.http\n/);
    expect(cycles(svc)).toBe(7);
    svc.send('SIGINT');
    const { code, stdout } = await svc.ended;
    expect(code).toBe(0);
    expect(stdout.match(/^svc \d/gm)).toHaveLength(1);
    expect(stdout.match(/^api\/a\.http$/gm)).toHaveLength(7);
  });

  it('goes on after failures of every kind', async () => {
    const { url } = await loopback(() => 500);
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}\n`, 'service.yaml': 'timeoutt: 1\n' });
    const svc = startSvc(['run', 'a.http', '-w'], { cwd, env });
    await svc.until(() => cycles(svc) === 1);
    expect(svc.stderr()).toMatch(/^Error: service\.yaml:1:1: unknown key "timeoutt"/);
    await afterChange(svc, () => writeFile(join(cwd, 'service.yaml'), 'timeout: 1000\n'));
    expect(svc.stdout()).toMatch(/^svc \d[^]*Tests: 1 failed/);
    await afterChange(svc, () => writeFile(join(cwd, 'a.http'), 'GTE x\n'));
    expect(svc.stdout()).toContain('a.http:1:1: expected a request line');
    expect(await afterChange(svc, () => rm(join(cwd, 'a.http')))).toContain('Error: a.http does not exist');
    await afterChange(svc, () => writeFile(join(cwd, 'a.http'), '# nothing\n'));
    expect(svc.stderr()).toContain('Error: no request in a.http');
    svc.send('SIGTERM');
    expect((await svc.ended).code).toBe(0);
  });

  it('makes one cycle of many changes, also of those during a run', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { url, seen } = await loopback(async () => {
      await released;
      return 200;
    });
    const text = (path: string): string => `### one\nGET ${url}/${path}\n`;
    const cwd = await temporaryWorkspace({ 'a.http': text('first') });
    const svc = startSvc(['run', 'a.http', '--watch', '-q'], { cwd, env });
    await svc.until(() => seen.length === 1);
    for (let i = 1; i <= 5; i += 1) await writeFile(join(cwd, 'a.http'), text(String(i)));
    release();
    await svc.until(() => seen.length === 2);
    await writeFile(join(cwd, 'a.http'), text('last'));
    await svc.until(() => seen.includes('GET /last'));
    expect(seen).toEqual(['GET /first', 'GET /5', 'GET /last']);
    svc.send('SIGINT');
    expect(await svc.ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('Ctrl-C during a run ends that run and the watch', async () => {
    const { url, seen } = await loopback(() => undefined);
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}\n` });
    const svc = startSvc(['run', 'a.http', '--watch'], { cwd, env });
    await svc.until(() => seen.length === 1);
    svc.send('SIGINT');
    const { code, stdout } = await svc.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('Time:');
  });
});

describe('svc run --watch on a terminal', () => {
  it.runIf(canOpenTerminal())('reads the keys of a real terminal and leaves it as it was', async () => {
    const { url, seen } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/one\n` });
    const command = `${process.execPath} -- ${builtMain} run a.http --watch; echo "code $?"; stty -a`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      cwd,
      env: { ...cleanEnvironment(cwd, env), TERM: 'xterm' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => void terminal.kill('SIGKILL'));
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    const ended = new Promise((resolve) => {
      terminal.on('close', resolve);
    });
    const watching = (times: number) =>
      expect.poll(() => shown.split('q: quit').length - 1, { timeout: 60_000 }).toBe(times);
    await watching(1);
    terminal.stdin.write('\r');
    await watching(2);
    terminal.stdin.write('q');
    await ended;
    expect(seen).toEqual(['GET /one', 'GET /one']);
    expect(shown).toContain('code 0');
    expect(shown).toMatch(/ icanon .* echo /s);
  });
});

/** Whether `script` of util-linux exists, which gives a program a terminal. */
function canOpenTerminal(): boolean {
  return spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;
}
