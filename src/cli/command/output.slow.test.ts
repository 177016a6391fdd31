import { describe, expect, it } from 'vitest';
import { writeChunks } from './output.js';

describe('writeChunks', () => {
  it('writes everything in order and in few chunks', async () => {
    const pieces = Array.from({ length: 100_000 }, (_, i) => `${i}\n`);
    const chunks: string[] = [];
    await writeChunks(pieces, async (text) => {
      chunks.push(text);
    });
    expect(chunks.join('')).toBe(pieces.join(''));
    expect(chunks.length).toBeLessThan(20);
  });
});
