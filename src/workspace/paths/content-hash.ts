import { createHash } from 'node:crypto';

const HASH_BYTES = 16;

/** The first 32 hex digits of SHA-256, which the API uses as `ETag`. */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest().toString('hex', 0, HASH_BYTES);
}

/** The same hash of a stream. */
export async function streamHash(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest().toString('hex', 0, HASH_BYTES);
}
