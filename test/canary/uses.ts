/** One use of every command, in a workspace full of secrets. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSvc } from '../support/program/live-svc.js';
import { connectLsp, spawnLsp, uriOf } from '../support/program/lsp-client.js';
import { openMcp } from '../support/program/mcp-process.js';
import { runSvc } from '../support/program/run-svc.js';
import { SECRETS } from './planted.js';

export interface Place {
  /** The workspace, which is the home too. */
  readonly cwd: string;
  /** Of the target. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Streams {
  /** Undefined when it is the payload that was asked for. */
  readonly stdout?: string;
  readonly stderr: string;
}

export type Use = (place: Place) => Promise<Streams>;

/** For programs that print secrets. */
const ALLOW = '--allow-secret-commands';
const FLAGS = ['--secret', `flag=${SECRETS.flag}`, '--secret', `shown=${SECRETS.shellOutput}`];
const REPORTS = ['json', 'junit', 'tap', 'html', 'ctrf', 'har', 'github', 'console'];

const plain =
  (...args: readonly string[]): Use =>
  ({ cwd, env }) =>
    runSvc(args, { cwd, env });

/** What stands on standard output is what somebody asked for. */
const payload =
  (use: Use): Use =>
  async (place) => ({ stderr: (await use(place)).stderr });

const run: Use = ({ cwd, env }) => {
  const reports = REPORTS.flatMap((format) => ['--report', `${format}=out/${format}`]);
  const args = ['run', 'a.http', ...FLAGS, ...reports, '--allow-shell', '--allow-db', ALLOW, '-vvv'];
  return runSvc(args, { cwd, env: { ...env, GITHUB_STEP_SUMMARY: join(cwd, 'out/summary') } });
};

const stress: Use = ({ cwd, env }) => {
  const load = ['-d', '300ms', '-r', '30', '--metrics-file', 'out.metrics', '-vvv', '--output', 'json'];
  return runSvc(['stress', 'a.http', ...FLAGS, ALLOW, ...load, '--output-file', 'out.json'], { cwd, env });
};

/** With a run, and from the history; the difference of a file has what the file has. */
const strength: Use = async ({ cwd, env }) => {
  const reports = ['--report', 'html=out/strength.html', '--report', 'json=out/strength.json'];
  const measure = (...flags: readonly string[]): Promise<Streams> =>
    runSvc(['strength', 'a.http', ...FLAGS, ...flags, '-vvv'], { cwd, env });
  const fresh = await measure('--run', '--allow-shell', '--allow-db', ALLOW, ...reports);
  const stored = await measure();
  const planned = await measure('--dry-run');
  return {
    stdout: `${fresh.stdout}\n${stored.stdout}`,
    stderr: [fresh, stored, planned].map(({ stderr }) => stderr).join('\n'),
  };
};

const contract: Use = ({ cwd, env, url }) =>
  runSvc(['contract', 'verify', '-p', url, ...FLAGS, ALLOW, '-vvv', 'contract.http'], { cwd, env });

const mock: Use = async ({ cwd, env }) => {
  const svc = startSvc(['mock', '--port', '0', '-vvv', 'mock.http'], { cwd, env });
  const address = await addressOf(svc);
  const headers = { Authorization: `Bearer ${SECRETS.handWritten}`, Cookie: `a=${SECRETS.cookie}` };
  const body = `{"own": "${SECRETS.fileVariable}", "again": "${SECRETS.handWritten} ${SECRETS.cookie}"}`;
  const path = `/orders?key=${encodeURIComponent(SECRETS.fileVariable)}`;
  await fetch(`${address}${path}`, { method: 'POST', headers, body });
  svc.send('SIGTERM');
  return svc.ended;
};

const record: Use = async ({ cwd, env, url }) => {
  const formats = [['-o', 'recorded.http'], ['--har']];
  const ended = await Promise.all(
    formats.map(async (format) => {
      const svc = startSvc(['record', '-t', url, '--port', '0', '-v', ...format], { cwd, env });
      await sendTraffic(await addressOf(svc));
      svc.send('SIGINT');
      return svc.ended;
    }),
  );
  return {
    stdout: ended.map(({ stdout }) => stdout).join('\n'),
    stderr: ended.map(({ stderr }) => stderr).join('\n'),
  };
};

/** The login gives what only a later request shows to be a secret. */
async function sendTraffic(address: string): Promise<void> {
  const post = (path: string, headers: Record<string, string>, body: string): Promise<string> =>
    fetch(`${address}${path}`, { method: 'POST', headers, body }).then((response) => response.text());
  const json = { 'Content-Type': 'application/json' };
  await post('/login', json, JSON.stringify({ user: 'ada', newPassword: SECRETS.recordedPassword }));
  await post('/recorded', json, `{"see": "${SECRETS.recordedTicket} ${SECRETS.recordedCookie}"}`);
  await post('/recorded', { ...json, Authorization: `Bearer ${SECRETS.recordedTicket}` }, '{}');
  await post('/recorded', { Cookie: `sid=${SECRETS.recordedCookie}`, 'Content-Type': 'text/xml' }, xml);
  await fetch(`${address}/recorded?refreshToken=${SECRETS.refreshToken}`, {
    headers: { 'X-Vault-Token': SECRETS.vaultToken },
  }).then((response) => response.text());
}

const xml = `<order><clientSecret>${SECRETS.recordedField}</clientSecret><see>${SECRETS.recordedField}</see></order>`;

const serve: Use = async ({ cwd, env, url }) => {
  const token = {
    SVC_API_TOKEN: SECRETS.apiToken,
    SVC_SECRET_flag: SECRETS.flag,
    SVC_SECRET_shown: SECRETS.shellOutput,
  };
  const args = ['--log-level', 'debug', '-vvv', '--allow-shell', '--allow-db', ALLOW, '--api-only'];
  const svc = startSvc(['serve', '.', '--port', '0', ...args], { cwd, env: { ...env, ...token } });
  const address = await addressOf(svc);
  const headers = { Authorization: `Bearer ${SECRETS.apiToken}`, 'Content-Type': 'application/json' };
  const call = (path: string, body: unknown): Promise<string> =>
    fetch(`${address}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).then(
      (response) => response.text(),
    );
  await call('/execute', { file: 'a.http' });
  const started = JSON.parse(await call('/record/start', { targetUrl: url, port: 0 })) as { port: number };
  await sendTraffic(`http://127.0.0.1:${started.port}`);
  const exported = await Promise.all([
    call('/record/export', {}),
    call('/record/export?format=har', {}),
    call('/record/export?format=json', {}),
  ]);
  await call('/nowhere', { own: SECRETS.fileVariable });
  svc.send('SIGTERM');
  const { stdout, stderr } = await svc.ended;
  return { stdout: [stdout, ...exported].join('\n'), stderr };
};

const mcp: Use = async ({ cwd, env, url }) => {
  const server = await openMcp({
    cwd,
    args: ['--allow-private-network', '--log-level', 'debug', '--search-provider', 'tavily'],
    // Any program will do: pages that are not public are never captured.
    env: { ...env, SEARCH_API_KEY: SECRETS.searchKey, SVC_ARTIFACT_TOOL_PATH: process.execPath },
  });
  const responses = await Promise.all([
    server.call('svc_list_requests', {}),
    server.call('svc_validate', { file: 'a.http' }),
    server.call('svc_fetch', { url: `http://ada:${SECRETS.urlPassword}@127.0.0.1:1/` }),
    server.call('svc_capture_webpage', { url: `${url}/echo?token=${SECRETS.urlPassword}` }),
    server.call('svc_fetch', { file: 'a.http', name: 'cannot connect' }),
    server.call('svc_fetch', { file: 'a.http', name: 'refused' }),
  ]);
  server.child.stdin.end();
  await server.ended;
  return { stdout: JSON.stringify(responses), stderr: server.stderr() };
};

/** An editor looks at everything, runs the file, and shows its responses; the exported command is a payload. */
const lsp: Use = async ({ cwd, env }) => {
  const args = ['--log-level', 'debug', '--allow-shell', '--allow-db', ALLOW];
  const server = spawnLsp({ cwd, args, env });
  const { ask, open, close } = await connectLsp(server.child.stdout, server.child.stdin, { folders: [cwd] });
  // There are no flags, so the text in the editor has the variables of the others.
  const variables = `@secret flag = ${SECRETS.flag}\n@secret shown = ${SECRETS.shellOutput}\n`;
  const text = variables + (await readFile(join(cwd, 'a.http'), 'utf8'));
  const uri = uriOf(join(cwd, 'a.http'));
  const textDocument = { uri };
  await open(uri, text);
  for (const [line, content] of text.split('\n').entries())
    for (const { index } of content.matchAll(/\w+/g))
      await ask('textDocument/hover', { textDocument, position: { line, character: index } });
  const start = text.slice(0, text.indexOf('{{') + 2).split('\n');
  const position = { line: start.length - 1, character: start.at(-1)?.length ?? 0 };
  await ask('textDocument/completion', { textDocument, position });
  await ask('textDocument/documentSymbol', { textDocument });
  const call = <T>(command: string, argument: object): Promise<T> =>
    ask<T>('workspace/executeCommand', { command, arguments: [argument] });
  const { tests } = await call<{ tests: readonly { line: number }[] }>('svc.runFile', { uri });
  for (const { line } of tests) await call('svc.response', { uri, line });
  await close();
  await server.ended;
  return { stdout: server.stdout().toString('utf8'), stderr: server.stderr() };
};

const queue = {
  SVC_QUEUE: `redis://ada:${SECRETS.urlPassword}@127.0.0.1:1`,
  SVC_WORKER_KEY: SECRETS.apiToken.repeat(3),
};

/** It waits for its queue until it is ended; what it tries is in its log. */
const worker: Use = async ({ cwd, env }) => {
  const svc = startSvc(['worker', '-vvv'], { cwd, env: { ...env, ...queue } });
  await svc.until(() => svc.stderr() !== '');
  svc.send('SIGTERM');
  return svc.ended;
};

const workers: Use = ({ cwd, env }) => runSvc(['workers', '-vvv'], { cwd, env: { ...env, ...queue } });

const teamHistory =
  (...args: readonly string[]): Use =>
  ({ cwd, env }) => {
    const url = `postgres://ada:${encodeURIComponent(SECRETS.urlPassword)}@127.0.0.1:1/runs`;
    return runSvc(['history', ...args, '-v'], { cwd, env: { ...env, SVC_HISTORY_URL: url } });
  };

const fetchOne: Use = async ({ cwd, env, url }) => {
  const proxy = `http://ada:${SECRETS.proxyPassword}@127.0.0.1:1`;
  const [sent, given, refused, unreachable] = await Promise.all(
    [
      ['a.http', '-n', 'basic'],
      ['a.http', '-n', 'by command', ALLOW],
      [`http://ada:${SECRETS.urlPassword}@127.0.0.1:1/`],
      [`${url}/echo`, '--proxy', proxy, '-H', `Authorization: Bearer ${SECRETS.handWritten}`],
    ].map((args) => runSvc(['fetch', ...args, '-vvv'], { cwd, env })),
  );
  return {
    stdout: `${refused?.stdout}\n${unreachable?.stdout}`,
    stderr: [sent, given, refused, unreachable].map((each) => each?.stderr).join('\n'),
  };
};

const curl = `curl -u ada:${SECRETS.basicPassword} http://127.0.0.1:1/`;

/** By the words that are written; every command of the table has a row here. */
export const USES: Readonly<Record<string, Use>> = {
  run,
  stress,
  strength,
  diff: plain('diff', 'before.json', 'after.json', '-v'),
  'report merge': plain('report', 'merge', 'before.json', '-v'),
  'history status': teamHistory('status'),
  'history list': plain('history', 'list', '-v'),
  'history push': teamHistory('push'),
  'history migrate': teamHistory('migrate'),
  'import openapi': payload(plain('import', 'openapi', 'api.json', '-v')),
  'import collection': payload(plain('import', 'collection', 'collection.json', '-v')),
  'import curl': payload(plain('import', 'curl', curl, '-v')),
  'import clientexport': payload(plain('import', 'clientexport', 'client.json', '-v')),
  'import har': payload(plain('import', 'har', 'client.har', '-v')),
  'import postman': payload(plain('import', 'postman', 'collection.json')),
  'import insomnia': payload(plain('import', 'insomnia', 'client.json')),
  'import bruno': payload(plain('import', 'bruno', 'bruno', '-v')),
  'import opencollection': payload(plain('import', 'opencollection', 'bruno')),
  'import http': plain('import', 'http', 'client', '-o', 'converted', '-v'),
  'export curl': payload(plain('export', 'curl', 'a.http', ...FLAGS, ALLOW, '-e', 'dev', '-v')),
  serve,
  worker,
  workers,
  'contract verify': contract,
  mock,
  record,
  lsp,
  'mcp serve': mcp,
  fetch: fetchOne,
  // The tokens are what standard output is for.
  'auth login': payload(plain('auth', 'login', 'login.http', '-v')),
  validate: plain('validate', '.', '-v'),
  list: plain('list', 'a.http', '-v'),
  fmt: plain('fmt', '--check', 'a.http'),
  init: plain('init'),
  version: plain('version', '-v'),
  completion: plain('completion', 'bash'),
  help: plain('help', 'run'),
  __man: plain('__man'),
  __complete: plain('__complete', 'request-names', '--', 'run', 'a.http', '-n', ''),
};

/** The first address that is printed: a proxy names its target behind its own. */
async function addressOf(svc: ReturnType<typeof startSvc>): Promise<string> {
  const shown = (): string | undefined =>
    /http:\/\/127\.0\.0\.1:\d+/.exec(`${svc.stdout()}\n${svc.stderr()}`)?.[0];
  await svc.until(() => shown() !== undefined);
  return shown() ?? '';
}
