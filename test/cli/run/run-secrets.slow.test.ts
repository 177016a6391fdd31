import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDemoApi } from '../../../examples/demo-api/server.mjs';
import { dedent } from '../../support/dedent.js';
import { proxyServer } from '../../support/servers/proxy-server.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { moveWaitingRuns } from '../../support/files/history-place.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import {
  echo,
  everythingBelow,
  FILE,
  forms,
  leaks,
  NAMED,
  runAndCollect,
  SECRETS,
} from '../support/planted-secrets.js';
import { expectNoSecrets } from './run-secrets-setup.js';

describe('secrets in svc run', () => {
  it.each([
    ['with headers', ['-vv']],
    ['at length', ['-vvv']],
    ['in parallel', ['--parallel', '-v']],
    ['as data', ['-o', 'json', '-q']],
  ])('are in no file, stream or history: %s', async (_case, args) => {
    await expectNoSecrets(args);
  });

  it('of a proxy and of one that refuses', async () => {
    const { url } = await echo();
    const proxy = await proxyServer({ credentials: `ada:${SECRETS.proxyPassword}` });
    const address = `http://ada:${SECRETS.proxyPassword}@127.0.0.1:${proxy.port}`;
    const cwd = await temporaryWorkspace({
      'a.http': FILE(url),
      'service.yaml': 'secrets: [configured, hidden]\n',
    });
    const [, texts] = await runAndCollect(cwd, ['--proxy', address, '-vvv']);
    expect(proxy.seen.length).toBeGreaterThan(5);
    expect(leaks(texts)).toEqual([]);
    const [, dead] = await runAndCollect(cwd, ['--proxy', `http://ada:${SECRETS.proxyPassword}@127.0.0.1:1`]);
    expect(leaks(dead)).toEqual([]);
  });

  it('are in no plan', async () => {
    const { url, requests } = await echo();
    const cwd = await temporaryWorkspace({
      'a.http': FILE(url),
      'service.yaml': 'secrets: [configured, hidden]\n',
    });
    const [{ code, stdout }, texts] = await runAndCollect(cwd, ['--dry-run', '-vvv']);
    expect([code, requests]).toEqual([0, []]);
    expect(stdout).toContain('[REDACTED]');
    // Nothing was used yet, so that only those are known which have a name.
    expect(leaks(texts, NAMED)).toEqual([]);
  });

  it('are in no value that was cut before it was known to be secret', async () => {
    const { url } = await loopback(() => ({
      json: Object.fromEntries([
        ['hidden', SECRETS.captured],
        ...Array.from({ length: 16 }, (_, i) => [`at${i}`, `${'x'.repeat(84 + i)}${SECRETS.captured}`]),
        ...Array.from({ length: 16 }, (_, i) => [`on${i}`, `${'x'.repeat(184 + i)}${SECRETS.captured}`]),
      ]) as Record<string, string>,
    }));
    const checks = Array.from(
      { length: 16 },
      (_, i) => `expect body.at${i} snapshot s${i}\nexpect body.on${i} == x\n`,
    );
    const file = dedent`
      ### one
      GET ${url}

      >>>
      ${checks.join('')}<<<

      >>>capture
      hidden from body.hidden
      <<<
    `;
    const stored = Object.fromEntries(checks.map((_, i) => [`one::s${i}`, 1]));
    const cwd = await temporaryWorkspace({
      'a.http': file,
      'service.yaml': 'secrets: [hidden]\n',
      '__snapshots__/a.http.snap.json': JSON.stringify(stored),
    });
    const [outcome, texts] = await runAndCollect(cwd, ['-vvv']);
    expect(outcome.code).toBe(1);
    const start = `x${SECRETS.captured.slice(0, 4)}`;
    for (const [place, text] of texts) expect(text.includes(start), place).toBe(false);
  });

  it('are not in the log of the history either', async () => {
    const { url } = await echo();
    const cwd = await temporaryWorkspace({
      'a.http': FILE(url),
      'service.yaml': 'secrets: [configured, hidden]\n',
    });
    await runAndCollect(cwd, ['-q']);
    // Somebody reads, so that what the next run writes stays in the log.
    const reader = new DatabaseSync(join(cwd, 'out/history.db'), { readOnly: true });
    onTestFinished(() => reader.close());
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM runs').all();
    const [, texts] = await runAndCollect(cwd, ['-q']);
    expect(texts.get('history.db-wal')).toContain('[REDACTED]');
    expect(leaks(texts)).toEqual([]);
  });

  it('in a dry run and in snapshots', async () => {
    const { url } = await echo();
    const text = dedent`
      @secret own = ${SECRETS.file}
      ### one
      POST ${url}/echo?x={{own}}

      {{own}}

      >>>
      expect body.sent snapshot
      <<<
    `;
    const cwd = await temporaryWorkspace({ 'a.http': text });
    const dry = await runInProcess(['run', 'a.http', '--dry-run', '-v'], { cwd });
    await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    const snapshots = await everythingBelow(join(cwd, '__snapshots__'));
    expect(snapshots.get('a.http.snap.json')).toContain('[REDACTED]');
    expect(leaks(new Map([...snapshots, ['dry', dry.stdout]]))).toEqual([]);
  });

  it('of the examples', async () => {
    const { url, close } = await startDemoApi(0);
    try {
      const cwd = await temporaryWorkspace();
      const examples = join(import.meta.dirname, '../../../examples');
      const args = [
        'run',
        examples,
        '--variable',
        `baseUrl=${url}`,
        '-vvv',
        '--config',
        join(examples, 'service.yaml'),
      ];
      const { code, stdout, stderr } = await runInProcess(args, { cwd });
      expect([code, stderr]).toEqual([0, '']);
      const waiting = [...(await everythingBelow(join(cwd, '.svc/history.db.spool'))).values()].join('');
      expect(waiting).toContain('[REDACTED]');
      await moveWaitingRuns(join(cwd, '.svc/history.db'));
      const history = waiting + (await readFile(join(cwd, '.svc/history.db'), 'utf8'));
      for (const secret of ['demo-secret-key', 'desk-secret', 'dev-only'].flatMap(forms)) {
        expect(stdout + history).not.toContain(secret);
      }
    } finally {
      await close();
    }
  });
});
