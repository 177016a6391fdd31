import { createCipheriv, createHash } from 'node:crypto';

const POOL = 16_384;

/** Bytes that look random and are the same in every run; each call draws others. */
export function seededBytes(seed: string): (count: number) => Buffer {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16);
  const stream = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  let pool: Buffer = Buffer.alloc(0);
  return (count) => {
    if (pool.length < count) {
      pool = Buffer.concat([pool, stream.update(Buffer.alloc(Math.max(POOL, count)))]);
    }
    const bytes = pool.subarray(0, count);
    pool = pool.subarray(count);
    return bytes;
  };
}
