/** A real Redis with a fresh directory, on a loopback port that is its own. */
import { connect } from 'node:net';
import type { FoundRedis } from '../../../scripts/machines/redis.mjs';
import { startOnFreePort } from './free-port.js';
import { KeptServer, ServerEnded, type KeptProgram } from './kept-server.js';

export interface RedisServer {
  readonly port: number;
  /** Without user, password or database. */
  readonly url: string;
  /** Where it stores what it is told to store; it stores nothing unless its arguments say so. */
  readonly directory: string;
  readonly pid: () => number | undefined;
  /** Ends it like a loss of power. */
  readonly kill: () => Promise<void>;
  /** It keeps its connections, but does nothing until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Starts it again on the same port after `kill`; without arguments that store something it is empty. */
  readonly restart: () => Promise<void>;
  /** One command by a connection of its own, such as `command('ACL', 'LIST')`; the response as Redis writes it. */
  readonly command: (...words: readonly string[]) => Promise<string>;
}

export interface RedisOptions {
  /** Settings of the server, such as `--appendonly yes`. */
  readonly args?: readonly string[];
  readonly password?: string;
}

const STORES_NOTHING = ['--save', '', '--appendonly', 'no'];

/** The caller closes it. */
export async function openRedis(
  found: FoundRedis,
  { args = [], password }: RedisOptions = {},
): Promise<{ readonly server: RedisServer; readonly close: () => Promise<void> }> {
  // It has nothing to save, and would wait for clients otherwise.
  const kept = await KeptServer.open('redis', 'SIGKILL');
  const { directory } = kept;
  const settings = [
    ...STORES_NOTHING,
    ...(password === undefined ? [] : ['--requirepass', password]),
    ...args,
  ];
  const start = (at: number): Promise<string> =>
    kept.start(redisProgram(found, at, directory, settings), /Ready to accept connections/);
  const { port, release } = await startOnFreePort(start, isPortTaken).catch(async (error: unknown) => {
    await kept.close('SIGKILL');
    throw error;
  });
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    directory,
    pid: () => kept.pid,
    kill: () => kept.endServer('SIGKILL'),
    pause: () => kept.signal('SIGSTOP'),
    resume: () => kept.signal('SIGCONT'),
    restart: async () => void (await start(port)),
    command: (...words) => converse(port, words, password),
  };
  const close = async (): Promise<void> => {
    await kept.close('SIGKILL');
    release();
  };
  return { server, close };
}

/** Another program may take the port before Redis does, and one of a cluster needs a second port, 10,000 above. */
function isPortTaken(error: unknown): boolean {
  return error instanceof ServerEnded && error.message.includes('Address already in use');
}

function redisProgram(
  { path, name, env }: FoundRedis,
  port: number,
  directory: string,
  settings: readonly string[],
): KeptProgram {
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
  return { program: path, args: [...place, ...settings], argv0: name, env: { ...process.env, ...env } };
}

/** Redis responds in order and closes after QUIT, so that what came between is the response. */
export async function converse(port: number, words: readonly string[], password?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const before = password === undefined ? [] : [['AUTH', password]];
  socket.write([...before, words, ['QUIT']].map(encoded).join(''));
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
  const ok = '+OK\r\n';
  return text.slice(ok.length * before.length, -ok.length).trimEnd();
}

function encoded(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}
