import { expect, it, vi } from 'vitest';
import { randomHex } from './random-hex.js';

it('gives as many bytes as asked for, each time other ones', () => {
  const ids = Array.from({ length: 1000 }, () => randomHex(16));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(1000);
  expect(randomHex(8)).toMatch(/^[0-9a-f]{16}$/);
});

it('never gives zeros alone', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as Uint8Array).fill(0);
    return bytes;
  });
  const ids = Array.from({ length: 600 }, () => randomHex(8));
  vi.restoreAllMocks();
  // Other files of this thread take from the same pool, which now gets random bytes again.
  expect(randomHex(4096)).not.toMatch(/^0+1$/);
  expect(ids.at(-1)).toBe('0000000000000001');
});
