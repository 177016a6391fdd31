import fc from 'fast-check';
import { join } from 'node:path';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openHistory } from '../../src/history/open-history.js';
import type { RunRows } from '../../src/history/store/run-rows.js';
import { TeamStore } from '../../src/history/team/team-store.js';
import { loadHistorySettings } from '../../src/operations/settings/run-settings.js';
import type { TeamSettings } from '../../src/history/team/team-settings.js';
import { createCertificate } from '../support/files/certificates.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { listening } from '../support/servers/raw-server.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { BROKEN_RUNS, startWriter } from './team-writers.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

async function teamOf(url: string, home: string): Promise<TeamSettings> {
  const process = { HOME: home, SVC_HISTORY_URL: url };
  const { history } = await loadHistorySettings({ cwd: home, process, overrides: {} });
  if (history?.team === undefined) throw new Error('there is no team history');
  return history.team;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', 'NULL', '{}', '\\', '"', 'a\0b', '\uD800', "it's", '{"a":[1,"\\\\"]}', '\u2028ä🙂'),
);
const count = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const flag = fc.constantFrom(0, 1);
const assertion = fc.tuple(text, text, text, text, flag, text);
const result = fc.tuple(
  fc.tuple(text, text, text, count, count, flag, flag, text, text, text, fc.option(text)),
  fc.array(assertion, { maxLength: 4 }),
);

/** A run without the workspace, which stores give themselves. */
const run = fc
  .tuple(
    fc.constantFrom('server', 'cli'),
    text,
    text,
    fc.integer({ min: 0, max: 4e12 }),
    count,
    fc.array(result),
  )
  .map(([source, file, environment, startedAt, number, results]): RunRows => {
    const counts = [number, number, number, number, number];
    return {
      runs: ['here', source, file, environment, startedAt, startedAt + 5, ...counts],
      resultCounts: [results.length],
      results: results.flatMap(([columns]) => [...columns]),
      assertionCounts: results.map(([, assertions]) => assertions.length),
      assertions: results.flatMap(([, assertions]) => assertions.flat()),
    };
  });

it('both stores give the same run back, whatever it contains', async () => {
  const home = await temporaryWorkspace();
  const team = { ...(await teamOf(await database.create(), home)), workspace: 'here' };
  const store = { keepRuns: 1000, onWarning: (message: string) => expect.unreachable(message) };
  const local = openHistory({ ...store, path: join(home, 'local.db') });
  const shared = openHistory({ ...store, path: '', team });
  onTestFinished(async () => {
    await local.close();
    await shared.close();
  });
  const read = async (from: typeof local, id: number): Promise<unknown> => {
    const line = Buffer.from((await from.query('detail', id)) ?? []).toString('utf8');
    return JSON.parse(line, (key, value: unknown) => (key === 'id' ? undefined : value)) as unknown;
  };
  await fc.assert(
    fc.asyncProperty(run, async (rows) => {
      const [here, there] = [await local.add(rows), await shared.add(rows)];
      expect(there).toBeGreaterThan(0);
      const { actor, host, gitCommit, gitBranch, ciUrl, shard, ...common } = (await read(
        shared,
        there,
      )) as Record<string, unknown>;
      expect([typeof actor, typeof host, gitCommit, gitBranch, ciUrl, shard]).toEqual([
        'string',
        'string',
        '',
        '',
        '',
        '',
      ]);
      expect(common).toEqual(await read(local, here));
    }),
    { numRuns: 40 },
  );
});

it('a missing package keeps the run here', async () => {
  const home = await temporaryWorkspace();
  const warnings: string[] = [];
  const team = await teamOf('postgres://ci:x@127.0.0.1:1/quality', home);
  const options = { team, role: 'command', keepRuns: 10, retryDelayMs: 0 } as const;
  const store = new TeamStore(
    options,
    (message) => warnings.push(message),
    () => Promise.reject(new Error('no such package')),
  );
  const [rows] = fc.sample(run, 1);
  if (rows === undefined) throw new Error('there is no run');
  expect(await store.query('add', rows)).toEqual([0]);
  await expect(store.query('list', {})).rejects.toThrow(
    'persistent history is not available: the team history needs',
  );
  expect(await store.query('waiting')).toBe(1);
  await store.close();
  expect(warnings).toEqual([
    'the team history needs the package postgres; install it beside svc (npm install postgres@3)',
  ]);
});

/** Starts TLS as PostgreSQL does, and says nothing afterwards. */
async function startTlsServer(hosts: readonly string[]): Promise<{ port: number; cert: string }> {
  const { cert, key } = createCertificate({ name: 'db', hosts, authority: true });
  const secureContext = createSecureContext({ cert, key });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined);
    });
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, cert };
}

it('TLS is asked for and verified as the URL says', async () => {
  const home = await temporaryWorkspace();
  const problem = async (url: string): Promise<string> => {
    const options = {
      team: await teamOf(url, home),
      role: 'command',
      keepRuns: 10,
      retryDelayMs: 0,
    } as const;
    const store = new TeamStore(options, () => undefined);
    const failure = await store.query('open').then(
      () => 'none',
      (error: unknown) => String((error as { reason?: string }).reason),
    );
    await store.close();
    return failure;
  };
  const plain = await database.create();
  expect(await problem(`${plain}?sslmode=require`)).toBe(
    'the team history offers no TLS; add sslmode=disable to the URL if that is meant',
  );
  expect(await problem(`${plain}?sslmode=prefer`)).toBe('none');

  const { port, cert } = await startTlsServer(['other.test']);
  writeFiles(home, { 'root.pem': cert });
  const url = `postgres://ci:x@127.0.0.1:${port}/quality`;
  const invalid = 'the certificate of the team history is not valid: ';
  expect(await problem(`${url}?sslmode=verify-full`)).toBe(`${invalid}it is self-signed and not trusted`);
  expect(await problem(`${url}?sslmode=verify-full&sslrootcert=root.pem`)).toBe(
    `${invalid}it is for another name`,
  );
  expect(await problem(`${url}?sslmode=verify-full&sslrootcert=gone.pem`)).toBe(
    `${invalid}sslrootcert cannot be read`,
  );
  const silent = `the team history cannot be reached (127.0.0.1:${port} did not respond within 3 s)`;
  expect(await problem(`${url}?sslmode=verify-ca&sslrootcert=root.pem`)).toBe(silent);
  expect((await teamOf('postgres://ci@db.test/quality', home)).server.tls).toBe('verify-full');
  expect((await teamOf('postgres://ci@localhost/quality', home)).server.tls).toBe('disable');
});

it('killed writers leave whole runs or none, and none twice', async () => {
  const url = await database.create();
  const home = await temporaryWorkspace();
  const writers = ['a', 'b'].map((name) => startWriter({ url, home, name, count: 100_000 }));
  const done = (): readonly string[] =>
    writers.flatMap(({ lines }) => lines().filter((line) => line.startsWith('done ')));
  for (const [index, { process, lines }] of writers.entries()) {
    await expect.poll(() => lines().length, { timeout: 60_000 }).toBeGreaterThan(10 + 7 * index);
    process.kill('SIGKILL');
  }
  await Promise.all(writers.map(({ ended }) => ended));
  expect(await database.query(BROKEN_RUNS)).toEqual([]);
  const stored = await database.query('select environment from svc.runs');
  const names = new Set(stored.map(({ environment }) => environment));
  for (const line of done()) expect(names).toContain(line.split(' ')[1]);
});
