import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback } from '../../support/runs/run-requests.js';

const ADVICE = 'leave it out with --exclude-tags or @skip, or accept it with --skip-unsupported';
const PUBLISH = `MQTT requests cannot be run by svc; ${ADVICE}`;

async function workspace(): Promise<{ readonly cwd: string; readonly seen: readonly string[] }> {
  const { url, seen } = await loopback(() => 200);
  const cwd = await temporaryWorkspace({
    'a.http': dedent`
      ### get
      GET ${url}/

      ### publish
      # @tags queue
      MQTT mqtt://127.0.0.1

      ### listen
      # @tags queue
      SSE ${url}/events
    `,
  });
  return { cwd, seen };
}

interface Results {
  readonly summary: object;
  readonly tests: readonly { readonly name: string; readonly errorKind?: string; readonly error?: string }[];
}

describe('a request that svc cannot run', () => {
  it('fails the run with code 2, whatever else passed', async () => {
    const { cwd, seen } = await workspace();
    const { code, stdout } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect(code).toBe(2);
    expect(stdout).toContain(`unsupported: ${PUBLISH}`);
    expect(stdout).toContain('1 passed, 2 failed');
    expect(seen).toEqual(['GET /']);
  });

  it.each(['-o', '--report'])('has its kind and words in every format (%s)', async (flag) => {
    const { cwd } = await workspace();
    const render = async (format: string): Promise<string> => {
      const outputs = flag === '-o' ? ['-o', format] : ['-q', '--report', `${format}=report`];
      const { stdout } = await runInProcess(
        ['run', 'a.http', '--tags', 'queue', '--no-history', ...outputs],
        { cwd },
      );
      if (flag === '-o') return stdout;
      const { readFile } = await import('node:fs/promises');
      return readFile(`${cwd}/report`, 'utf8');
    };
    const { tests } = JSON.parse(await render('json')) as Results;
    expect(tests.find(({ name }) => name === 'publish')).toMatchObject({
      errorKind: 'unsupported',
      error: PUBLISH,
      attempts: 0,
    });
    expect(await render('junit')).toContain(`<error message="${PUBLISH}" type="unsupported"/>`);
    for (const format of ['tap', 'ctrf', 'github', 'html']) {
      const text = await render(format);
      expect(text, format).toContain('unsupported');
      expect(text, format).toContain('MQTT requests cannot be run by svc');
    }
  });

  it.each([
    [['--exclude-tags', 'queue'], 0],
    [['-n', 'get'], 0],
    [['-n', 'publish'], 2],
  ])('does not count where filters leave it out: %j gives %i', async (flags, code) => {
    const { cwd } = await workspace();
    expect((await runInProcess(['run', 'a.http', '--no-history', ...flags], { cwd })).code).toBe(code);
  });

  it.each<[string, string, number]>([
    ['@skip', '# @skip later\nMQTT mqtt://127.0.0.1', 0],
    ['@disabled', '# @disabled\nMQTT mqtt://127.0.0.1', 0],
    ['a condition that is not met', '# @if {{never}} == 1\nMQTT mqtt://127.0.0.1', 0],
    ['a condition that is met', '# @if {{never}} == 0\nMQTT mqtt://127.0.0.1', 2],
    ['a dependency that failed', '# @depends bad\nMQTT mqtt://127.0.0.1\n\n### bad\nGET {{url}}/bad', 1],
    ['rows that are not there', '# @data none.csv\nMQTT mqtt://127.0.0.1', 2],
    ['no connection for others', 'MQTT mqtt://127.0.0.1\n\n### down\nGET http://127.0.0.1:1/', 2],
    ['a tunnel', 'CONNECT example.com:443', 2],
    ['a new word', 'kafka localhost:9092/topic', 2],
    ['no GraphQL document', 'GRAPHQL {{url}}/', 2],
    ['a subscription', 'GRAPHQL {{url}}/\n\nsubscription { price }', 2],
    ['a subscription over a WebSocket', 'GRAPHQL ws://127.0.0.1:1/\n\n{ price }', 2],
    ['a GraphQL query', 'GRAPHQL {{url}}/\n\n{ price }', 0],
  ])('with %s: code %i', async (_, text, expected) => {
    const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
    const cwd = await temporaryWorkspace({ 'a.http': `@url = ${url}\n@never = 0\n\n### it\n${text}\n` });
    const { code, stdout } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect(code, stdout).toBe(expected);
  });

  it('fails what depends on it by being skipped, and stops the run with --bail', async () => {
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### publish
        MQTT mqtt://127.0.0.1

        ### after
        # @depends publish
        GET http://127.0.0.1:1/
      `,
    });
    const flags = ['run', 'a.http', '--no-history', '-o', 'json'];
    const skipped = async (...more: string[]): Promise<unknown> =>
      (JSON.parse((await runInProcess([...flags, ...more], { cwd })).stdout) as Results).tests[1];
    expect(await skipped()).toMatchObject({ skipped: true, skipReason: 'dependency failed: publish' });
    expect(await skipped('--bail')).toMatchObject({ skipped: true, skipReason: 'bail' });
  });

  it('is listed by a dry run as one that cannot be run', async () => {
    const { cwd } = await workspace();
    const { code, stdout } = await runInProcess(['run', 'a.http', '--dry-run'], { cwd });
    expect(stdout).toContain('publish (cannot be run)');
    expect(stdout).toContain('Dry run: 1 to run, 2 cannot be run; nothing was sent');
    expect(code).toBe(0);
  });

  it.each([
    ['stress', ['-d', '1s']],
    ['mock', ['--port', '0']],
    ['contract', ['verify', '--provider', 'http://127.0.0.1:9']],
  ])('is refused at the start by svc %s, with name and line', async (command, flags) => {
    const { cwd, seen } = await workspace();
    const { code, stderr } = await runInProcess([command, ...flags, 'a.http'], { cwd });
    expect(stderr).toContain(`a.http:6: publish: ${PUBLISH}`);
    expect(stderr).toContain(`a.http:10: listen: SSE requests cannot be run by svc; ${ADVICE}`);
    expect(code).toBe(2);
    expect(seen).toEqual([]);
  });
});

describe('--skip-unsupported', () => {
  const LAST = 'Note: 2 requests were not run (unsupported): publish, listen\n';

  it.each<[string, readonly string[], Record<string, string>]>([
    ['the flag', ['--skip-unsupported'], {}],
    ['SVC_SKIP_UNSUPPORTED', [], { SVC_SKIP_UNSUPPORTED: 'true' }],
  ])('skips them with their reason, and says so at the end (%s)', async (_, flags, env) => {
    const { cwd } = await workspace();
    const args = ['run', 'a.http', '--no-history', ...flags];
    const { code, stdout, stderr } = await runInProcess(args, { cwd, env });
    expect(code, stdout).toBe(0);
    expect(stderr.endsWith(LAST), stderr).toBe(true);
    const { tests } = JSON.parse(
      (await runInProcess([...args, '-o', 'json'], { cwd, env })).stdout,
    ) as Results;
    expect(tests).toMatchObject([
      { name: 'get', passed: true },
      { name: 'publish', skipped: true, skipReason: 'unsupported: MQTT' },
      { name: 'listen', skipped: true, skipReason: 'unsupported: SSE' },
    ]);
  });

  it('leaves the code of other failures alone, and a dry run says why', async () => {
    const { cwd } = await workspace();
    const dry = await runInProcess(['run', 'a.http', '--dry-run', '--skip-unsupported'], { cwd });
    expect(dry.stdout).toContain('publish (unsupported: MQTT)');
    expect(dry.stdout).toContain('1 to run, 2 skipped');
    const missing = await temporaryWorkspace({
      'a.http': 'SSE http://127.0.0.1:1/\n\n###\nGET http://127.0.0.1:1/\n',
    });
    const { code } = await runInProcess(['run', 'a.http', '--no-history', '--skip-unsupported'], {
      cwd: missing,
    });
    expect(code).toBe(4);
  });

  it('lets contracts be verified without them', async () => {
    const { cwd } = await workspace();
    const { url } = await loopback(() => 200);
    const args = ['contract', 'verify', '--provider', url, '--skip-unsupported', 'a.http'];
    const { code, stderr } = await runInProcess(args, { cwd });
    expect(stderr.endsWith(LAST), stderr).toBe(true);
    expect(code).toBe(0);
  });
});
