import { createHash } from 'node:crypto';

/** The first 32 hex digits of SHA-256 (server.md 5.3). */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** The same of content that comes in pieces. */
export async function streamHash(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex').slice(0, 32);
}
