import { expect, it } from 'vitest';
import { ownMemory } from './own-memory.js';

it('is that of bytes which nobody shares', () => {
  const alone = new Uint8Array(100);
  expect(ownMemory(alone)).toEqual([alone.buffer]);
  expect(ownMemory(alone.subarray(1))).toEqual([]);
  expect(ownMemory(Buffer.from('a short text lies in a pool'))).toEqual([]);
  expect(ownMemory(new Uint8Array(new SharedArrayBuffer(8)))).toEqual([]);
});
