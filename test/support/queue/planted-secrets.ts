/** Looks for secrets in everything that somebody with access to Redis and to the logs can read. */
import { readFile, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RedisServer } from '../servers/redis-server.js';

/** Settings of a Redis that writes all that it holds to its disk. */
export const STORES_EVERYTHING = ['--appendonly', 'yes', '--appendfsync', 'always', '--rdbcompression', 'no'];

export function encodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('utf16le'),
  ];
}

/** `<name> as <form>` of every secret that one of the texts has. */
export function findSecrets(
  secrets: Readonly<Record<string, string>>,
  texts: readonly string[],
): readonly string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    encodings(secret).flatMap((form) =>
      texts.some((text) => text.includes(form)) ? [`${name} as ${form}`] : [],
    ),
  );
}

/** Everything that Redis is told from now on, by anybody. */
export async function monitor({ port }: RedisServer): Promise<() => string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const parts: string[] = [];
  socket.setEncoding('latin1').on('data', (part: string) => parts.push(part));
  socket.write('MONITOR\r\n');
  await expect.poll(() => parts.join('')).toContain('+OK');
  return () => parts.join('');
}

/** The dump and the append-only file. */
export async function readRedisFiles({ directory }: RedisServer): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
}
