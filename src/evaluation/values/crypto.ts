/** Hashing, loaded at first use: few runs hash anything, and it costs every start some milliseconds. */
import type * as NodeCrypto from 'node:crypto';
import { createRequire } from 'node:module';

let loaded: typeof NodeCrypto | undefined;

function crypto(): typeof NodeCrypto {
  loaded ??= createRequire(import.meta.url)('node:crypto') as typeof NodeCrypto;
  return loaded;
}

export function hexDigest(
  algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512',
  data: string | Uint8Array,
): string {
  return crypto().createHash(algorithm).update(data).digest('hex');
}

export function hexHmacSha256(key: string, text: string): string {
  return crypto().createHmac('sha256', key).update(text).digest('hex');
}
