import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { TeamStore } from '../../src/history/team/team-store.js';
import { createCertificate } from '../support/files/certificates.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { listening } from '../support/servers/raw-server.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { teamOf } from './store-under-test.js';
import { BROKEN_RUNS, startWriter } from './team-writers.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

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
