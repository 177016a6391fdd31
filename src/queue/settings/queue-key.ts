import { ServiceError } from '../../errors.js';
import { randomBytes } from '../../primitives/random-bytes.js';

const MIN_CHARACTERS = 32;
const NEW_KEY_BYTES = 32;

/** The secret that coordinator and workers share, and that the queue never sees. */
export function newQueueKey(): string {
  return Buffer.from(randomBytes(NEW_KEY_BYTES)).toString('base64url');
}

export function checkQueueKey(key: string | undefined): string {
  if (key === undefined || key === '') {
    throw new ServiceError(
      'usage',
      'a queue needs a key: set SVC_WORKER_KEY or --key-file; make one with svc worker --new-key',
    );
  }
  const count = key.length;
  if (count >= MIN_CHARACTERS) return key;
  throw new ServiceError('usage', `the key has ${count} characters; at least ${MIN_CHARACTERS} are needed`);
}

/** Editors end a file with a line break, which is no part of the key. */
export function keyInFile(content: string): string {
  return content.split(/\r?\n/, 1)[0] ?? '';
}
