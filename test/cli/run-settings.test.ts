import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../support/certificates.js';
import { clearHttp2Server } from '../support/http2-server.js';
import { proxyServer } from '../support/proxy-server.js';
import { loopback } from '../support/run-requests.js';
import { runSvc, type RunOutcome } from '../support/run-svc.js';
import { temporaryWorkspace } from '../support/workspace.js';

interface Test {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped?: boolean;
  readonly skipReason?: string;
  readonly pulledIn?: boolean;
  readonly attempts: number;
  readonly error?: string;
  readonly errorKind?: string;
  readonly request?: { readonly url: string };
  readonly response?: { readonly statusCode: number; readonly size: number };
}

interface Results extends RunOutcome {
  readonly tests: readonly Test[];
  readonly environment: string;
  readonly cwd: string;
}

/** Runs `a.http`, or the paths among the arguments, and reads the results. */
async function run(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Results> {
  const cwd = await temporaryWorkspace(files);
  const paths = args.some((word) => /^[^-].*(\.http|\/)$/.test(word)) ? [] : ['a.http'];
  const outcome = await runSvc(['run', ...paths, '-o', 'json', ...args], {
    cwd,
    env: { SVC_NO_HISTORY: '1', ...env },
  });
  const results =
    outcome.stdout === '' ? { tests: [], environment: '' } : (JSON.parse(outcome.stdout) as Results);
  return { ...outcome, tests: results.tests, environment: results.environment, cwd };
}

function names(results: Results, skipped = false): string[] {
  return results.tests.filter((test) => (test.skipped === true) === skipped).map(({ name }) => name);
}

describe('variables of svc run', () => {
  const file = (url: string): string => `@own = file\n### one\nGET ${url}/{{who}}/{{own}}\n`;
  const config = `defaultEnvironment: staging
environments:
  staging: { who: staging }
  prod: { who: prod, own: unused }
`;

  it.each<[string, string[], Record<string, string>, string]>([
    ['the default environment', [], {}, '/staging/file'],
    ['--env', ['-e', 'prod'], {}, '/prod/file'],
    ['SVC_ENV', [], { SVC_ENV: 'prod' }, '/prod/file'],
    ['--env over SVC_ENV', ['--env', 'staging'], { SVC_ENV: 'prod' }, '/staging/file'],
    ['--variable', ['--variable', 'who=me', '--variable', 'own=x y'], {}, '/me/x%20y'],
    ['SVC_VARIABLE_', [], { SVC_VARIABLE_who: 'env', SVC_VARIABLE_own: 'env' }, '/env/env'],
    ['--variable over SVC_VARIABLE_', ['--variable', 'who=me'], { SVC_VARIABLE_who: 'env' }, '/me/file'],
    ['--config', ['--config', 'other.yaml'], {}, '/other/file'],
    ['SVC_CONFIG', [], { SVC_CONFIG: 'other.yaml' }, '/other/file'],
    ['--env-file', ['--env-file', '.env', '-e', 'none'], {}, '/dotenv/file'],
    ['SVC_ENV_FILE', ['-e', 'none'], { SVC_ENV_FILE: '.env' }, '/dotenv/file'],
    ['the process', ['-e', 'none'], { who: 'process' }, '/process/file'],
  ])('%s', async (_case, args, env, path) => {
    const { url, seen } = await loopback();
    const files = {
      'a.http': file(url),
      'service.yaml': config,
      'other.yaml': 'environments: { dev: { who: other } }\n',
      '.env': 'who = "dotenv"\n',
    };
    const { code } = await run(files, args, env);
    expect([code, seen]).toEqual([0, [`GET ${path}`]]);
  });

  it('warn of an environment that is not defined, and name the nearest', async () => {
    const { url } = await loopback();
    const { code, stderr, tests } = await run({ 'a.http': file(url), 'service.yaml': config }, [
      '-e',
      'stagin',
    ]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'Warning: environment "stagin" is not defined; did you mean "staging"? (defined: staging, prod)\n',
    );
    expect(tests[0]?.error).toMatch(/^variable "who" has no value \(environment "stagin" is not defined\)/);
  });
});

describe('selection by svc run', () => {
  const FILE = (url: string): string => `### login
# @tags auth
GET ${url}/login

### readOne
# @tags Smoke, read
# @depends login
GET ${url}/one

### readTwo
# @tags read, slow
GET ${url}/two
`;

  it.each<[string, string[], string[], string[]]>([
    ['--name', ['-n', 'read*'], ['login', 'readOne', 'readTwo'], []],
    ['--name twice', ['-n', 'readTwo', '-n', 'l?gin'], ['login', 'readTwo'], ['readOne']],
    ['--tags', ['-t', 'smoke'], ['login', 'readOne'], ['readTwo']],
    ['--exclude-tags', ['-t', 'read', '--exclude-tags', 'SLOW'], ['login', 'readOne'], ['readTwo']],
    ['--shard', ['--shard', '1/2'], ['login', 'readOne'], []],
    ['the other --shard', ['--shard', '2/2'], ['readTwo'], []],
    ['an empty --shard', ['--shard', '3/3'], [], []],
  ])('%s', async (_case, args, ran, filtered) => {
    const { url } = await loopback();
    const results = await run({ 'a.http': FILE(url) }, args);
    expect([results.code, names(results), names(results, true)]).toEqual([0, ran, filtered]);
    const login = results.tests.find(({ name }) => name === 'login');
    const pulled = ran.includes('login') && !args.includes('l?gin') && !args.includes('--shard');
    expect(login?.pulledIn ?? false).toBe(pulled);
  });

  it('SVC_TAGS, SVC_EXCLUDE_TAGS and SVC_SHARD count too', async () => {
    const { url } = await loopback();
    const env = { SVC_TAGS: 'read', SVC_EXCLUDE_TAGS: 'slow' };
    expect(names(await run({ 'a.http': FILE(url) }, [], env))).toEqual(['login', 'readOne']);
    expect(names(await run({ 'a.http': FILE(url) }, [], { SVC_SHARD: '2/2' }))).toEqual(['readTwo']);
  });

  it('runs a file once that is reached twice, in the order of the arguments', async () => {
    const { url, seen } = await loopback();
    const files = { 'b/x.http': `GET ${url}/x\n`, 'b/Y.SPEC': `GET ${url}/y\n`, 'a.http': `GET ${url}/a\n` };
    const results = await run(files, ['b/x.http', 'b/', 'a.http', './a.http']);
    expect(results.code).toBe(0);
    expect(seen).toEqual(['GET /x', 'GET /y', 'GET /a']);
  });
});

describe('execution by svc run', () => {
  it('--parallel and --concurrency', async () => {
    let open = 0;
    let most = 0;
    const { url } = await loopback(async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
      open -= 1;
      return 200;
    });
    const file = Array.from({ length: 9 }, (_, i) => `### r${i}\nGET ${url}/${i}\n`).join('\n');
    expect((await run({ 'a.http': file }, [])).code).toBe(0);
    expect(most).toBe(1);
    const wide = await run({ 'a.http': file }, ['-p', '--concurrency', '3']);
    expect([wide.code, most]).toEqual([0, 3]);
    expect(names(wide)).toEqual(Array.from({ length: 9 }, (_, i) => `r${i}`));
    await run({ 'a.http': file }, [], { SVC_PARALLEL: 'true', SVC_CONCURRENCY: '4' });
    expect(most).toBe(4);
    await run({ 'a.http': file, 'service.yaml': 'parallel: true\nconcurrency: 6\n' }, []);
    expect(most).toBe(6);
  });

  it('--bail skips the rest, in this and later files', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
    const files = {
      'a.http': `### ok\nGET ${url}/ok\n### bad\nGET ${url}/bad\n### rest\nGET ${url}/rest\n`,
      'b.http': `### later\nGET ${url}/later\n`,
    };
    const { code, tests } = await run(files, ['--bail', 'a.http', 'b.http']);
    expect(code).toBe(1);
    expect(seen).toEqual(['GET /ok', 'GET /bad']);
    expect(tests.map(({ skipReason }) => skipReason)).toEqual([undefined, undefined, 'bail', 'bail']);
  });

  it('--retries and --retry-delay', async () => {
    let visits = 0;
    const { url } = await loopback(() => ((visits += 1) % 3 === 0 ? 200 : 503));
    const started = Date.now();
    const { code, tests } = await run({ 'a.http': `### one\nGET ${url}\n` }, [
      '--retries',
      '2',
      '--retry-delay',
      '150ms',
    ]);
    expect([code, tests[0]?.attempts]).toEqual([0, 3]);
    expect(Date.now() - started).toBeGreaterThan(300);
    const again = await run({ 'a.http': `### one\nGET ${url}\n` }, [], {
      SVC_RETRIES: '2',
      SVC_RETRY_DELAY: '1ms',
    });
    expect(again.tests[0]?.attempts).toBe(3);
  });

  it('--timeout and @timeout, which wins', async () => {
    const { url } = await loopback(() => undefined);
    const { tests, code } = await run(
      { 'a.http': `### one\nGET ${url}\n### two\n# @timeout 50\nGET ${url}\n` },
      ['--timeout', '120ms'],
    );
    expect(code).toBe(4);
    expect(tests.map(({ error }) => /(\d+) ?ms/.exec(error ?? '')?.[1])).toEqual(['120', '50']);
  });

  it('--connect-timeout bounds the handshake', async () => {
    const server = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const started = Date.now();
    const { code, tests } = await run({ 'a.http': `### one\nGET https://127.0.0.1:${port}\n` }, [
      '--connect-timeout',
      '150ms',
    ]);
    expect(code).toBe(4);
    expect(['timeout', 'connect', 'tls']).toContain(tests[0]?.errorKind);
    expect(Date.now() - started).toBeLessThan(5000);
  });

  it('--dry-run sends nothing', async () => {
    const { url, seen } = await loopback();
    const files = {
      'a.http': `@host = ${url}\n### one\nGET {{host}}/1?key={{key}}\n\n### two\n# @depends one\n# @skip later\nGET {{host}}/2\n`,
      'b.http': 'GTE x\n',
    };
    const json = await run(files, ['--dry-run', 'a.http']);
    expect([json.code, json.tests.map(({ skipReason }) => skipReason)]).toEqual([0, ['dry run', 'dry run']]);
    const text = await runSvc(['run', 'a.http', '--dry-run', '-v', '--secret', 'key=hunter22'], {
      cwd: json.cwd,
    });
    expect(text.stdout).toMatch(/ 1\. one\n {6}GET http:\/\/127\.0\.0\.1:\d+\/1\?key=\[REDACTED\]\n/);
    expect(text.stdout).toMatch(/ - two \(after one; later\)\n/);
    expect(text.stdout).toContain('host = http://127.0.0.1');
    expect(text.stdout).toContain('(file variable)');
    expect(text.stdout).not.toContain('hunter22');
    expect((await runSvc(['run', '.', '--dry-run'], { cwd: json.cwd })).code).toBe(2);
    expect(seen).toEqual([]);
    await expect(readFile(join(json.cwd, '.svc/history.db'))).rejects.toThrow('ENOENT');
  });

  it('snapshots: created, compared, required by --ci, renewed by --update-snapshots', async () => {
    let version = 1;
    const { url } = await loopback(() => ({ json: { version } }));
    const cwd = await temporaryWorkspace({
      'a.http': `### one\nGET ${url}\n\n>>>\nexpect body snapshot\n<<<\n`,
    });
    const call = async (args: string[], env: Record<string, string> = {}) =>
      (await runSvc(['run', 'a.http', '--no-history', ...args], { cwd, env })).code;
    const stored = () => readFile(join(cwd, '__snapshots__/a.http.snap.json'), 'utf8');
    expect(await call(['--ci'])).toBe(1);
    expect(await call([], { CI: 'true' })).toBe(1);
    await expect(stored()).rejects.toThrow('ENOENT');
    expect(await call([], { CI: 'no' })).toBe(0);
    expect(await stored()).toBe('{\n  "one": {\n    "version": 1\n  }\n}\n');
    version = 2;
    expect(await call([])).toBe(1);
    expect(await call(['--update-snapshots'], { CI: '1' })).toBe(0);
    expect(await stored()).toContain('"version": 2');
    expect(await call(['--ci'])).toBe(0);
  });

  it('--allow-shell and --allow-db', async () => {
    const { url, seen } = await loopback();
    const file = `### shell
# @before echo before >> log
GET ${url}/shell

>>>shell
echo after >> log
<<<

### db
# @db sqlite:desk.db
GET ${url}/db

>>>db
query select 1 as one
expect one == 1
<<<
`;
    const files = { 'a.http': file, 'desk.db': '' };
    const refused = await run(files, []);
    expect([refused.code, seen]).toEqual([1, []]);
    expect(refused.tests.map(({ errorKind }) => errorKind)).toEqual(['hook', 'db']);
    const allowed = await run(files, ['--allow-shell', '--allow-db']);
    expect([allowed.code, names(allowed)]).toEqual([0, ['shell', 'db']]);
    expect(await readFile(join(allowed.cwd, 'log'), 'utf8')).toBe('before\nafter\n');
  });
});

describe('the HTTP client of svc run', () => {
  const hop = async () =>
    loopback(({ path }) => {
      const step = Number(path.slice(1));
      return step > 0 ? { status: 302, headers: { Location: `/${step - 1}` } } : 200;
    });

  it('--no-follow and --max-redirects', async () => {
    const { url } = await hop();
    const file = { 'a.http': `### one\nGET ${url}/3\n\n>>>\nexpect status > 0\n<<<\n` };
    const status = async (args: string[], env: Record<string, string> = {}) => {
      const { tests } = await run(file, args, env);
      return tests[0]?.errorKind ?? tests[0]?.response?.statusCode;
    };
    expect(await status([])).toBe(200);
    expect(await status(['--no-follow'])).toBe(302);
    expect(await status(['--max-redirects', '2'])).toBe('redirects');
    expect(await status(['--max-redirects', '3'])).toBe(200);
    expect(await status([], { SVC_NO_FOLLOW: 'yes' })).toBe(302);
    expect(await status([], { SVC_MAX_REDIRECTS: '2' })).toBe('redirects');
  });

  it('--no-cookies', async () => {
    const { url, requests } = await loopback(() => ({ headers: { 'Set-Cookie': 'a=1' } }));
    const file = { 'a.http': `### one\nGET ${url}\n### two\nGET ${url}\n` };
    await run(file, []);
    await run(file, ['--no-cookies']);
    await run(file, [], { SVC_NO_COOKIES: '1' });
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([
      ...[undefined, 'a=1'],
      ...[undefined, undefined],
      ...[undefined, undefined],
    ]);
  });

  it('--max-body-bytes', async () => {
    const { url } = await loopback(() => ({ text: 'x'.repeat(1000) }));
    const file = { 'a.http': `### one\nGET ${url}\n` };
    expect((await run(file, ['--max-body-bytes', '999'])).tests[0]?.errorKind).toBe('bodyLimit');
    expect((await run(file, ['--max-body-bytes', '1000'])).tests[0]?.response?.size).toBe(1000);
  });

  it('--proxy, SVC_PROXY, the config, and none at all', async () => {
    const { url, seen } = await loopback();
    const proxy = await proxyServer();
    const address = `http://127.0.0.1:${proxy.port}`;
    const file = { 'a.http': `### one\nGET ${url}/x\n` };
    await run(file, ['--proxy', address]);
    expect(proxy.seen).toHaveLength(1);
    await run(file, [], { SVC_PROXY: address });
    await run({ ...file, 'service.yaml': `proxy: ${address}\n` }, []);
    await run(file, [], { http_proxy: address });
    expect(proxy.seen).toHaveLength(4);
    await run({ ...file, 'service.yaml': `proxy: ${address}\n` }, ['--proxy', ''], { http_proxy: address });
    expect([proxy.seen.length, seen.length]).toEqual([4, 5]);
  });

  it('--http 2 needs it, also without TLS', async () => {
    const http2 = await clearHttp2Server((stream) => {
      stream.respond({ ':status': 200 });
      stream.end('two');
    });
    const ok = await run({ 'a.http': `### one\nGET ${http2.url}\n\n>>>\nexpect body == two\n<<<\n` }, [
      '--http',
      '2',
    ]);
    expect([ok.code, ok.stderr]).toEqual([0, '']);
    const { url } = await loopback();
    const refused = await run({ 'a.http': `### one\nGET ${url}\n` }, [], { SVC_HTTP: '2' });
    expect(refused.code).not.toBe(0);
    expect((await run({ 'a.http': `### one\nGET ${url}\n` }, ['--http', '1.1'])).code).toBe(0);
  });

  it('--insecure, --cacert, --cert and --key', async () => {
    const authority = createCertificate({ name: 'Test CA', authority: true });
    const own = createCertificate({ name: 'localhost', hosts: ['127.0.0.1'] }, authority);
    const client = createCertificate({ name: 'Ada' }, authority);
    const server = createServer(
      { cert: own.cert, key: own.key, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        response.end(JSON.stringify({ client: subject?.CN ?? 'nobody' }));
      },
    );
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const files = {
      'a.http': `### one\nGET https://127.0.0.1:${port}\n\n>>>\nexpect body.client == {{who}}\n<<<\n`,
      'ca.pem': authority.cert,
      'client.pem': client.cert,
      'client.key': client.key,
    };
    const nobody = ['--variable', 'who=nobody'];
    const untrusted = await run(files, nobody);
    expect([untrusted.code, untrusted.tests[0]?.errorKind]).toEqual([4, 'tls']);
    const insecure = await run(files, ['-k', ...nobody]);
    expect([insecure.code, insecure.stderr]).toEqual([
      0,
      'Warning: TLS certificates are not checked in this run\n',
    ]);
    expect((await run(files, ['--cacert', 'ca.pem', ...nobody])).code).toBe(0);
    const known = ['--cert', 'client.pem', '--key', 'client.key', '--variable', 'who=Ada'];
    expect((await run(files, ['--cacert', 'ca.pem', ...known])).code).toBe(0);
    const env = {
      SVC_CACERT: 'ca.pem',
      SVC_CERT: 'client.pem',
      SVC_KEY: 'client.key',
      SVC_VARIABLE_who: 'Ada',
    };
    expect((await run(files, [], env)).code).toBe(0);
  });
});
