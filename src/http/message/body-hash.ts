import { createHash } from 'node:crypto';
import type { HttpRequest } from './message.js';

/** Lower-case hex hash of the bytes that will be sent; a streamed body is read once for it. */
export async function bodyHash(algorithm: string, body: HttpRequest['body']): Promise<string> {
  const hash = createHash(algorithm);
  if (body instanceof Uint8Array) hash.update(body);
  else if (body !== null) for await (const chunk of body.open()) hash.update(chunk);
  return hash.digest('hex');
}
