import { describe, expect, it } from 'vitest';
import { FrameBatch, frameOf } from './event-frames.js';

const hex = (data: Buffer): string => data.subarray(0, 10).toString('hex');

describe('a text as a frame', () => {
  it.each([
    [0, '8100'],
    [125, '817d'],
    [126, '817e007e'],
    [65_535, '817effff'],
    [65_536, '817f0000000000010000'],
  ])('of %i bytes begins as RFC 6455 5.2 says', (length, head) => {
    const { data, count } = frameOf('x'.repeat(length), false);
    expect(hex(data)).toMatch(new RegExp(`^${head}(78)*$`));
    expect([data.length, count]).toEqual([head.length / 2 + length, 1]);
  });

  it('counts bytes, not characters', () => {
    expect(frameOf('a€', true)).toEqual({
      data: Buffer.from('810461e282ac', 'hex'),
      count: 1,
      replaceable: true,
    });
  });
});

describe('frames that go out together', () => {
  it('are the frames one after the other, taken once', () => {
    const batch = new FrameBatch();
    const texts = ['{"a":1}', 'x'.repeat(300), '', 'y'.repeat(70_000)];
    for (const text of texts) batch.add(text);
    expect([batch.isEmpty, batch.isFull]).toEqual([false, true]);
    const { data, count } = batch.take();
    expect(data.equals(Buffer.concat(texts.map((text) => frameOf(text, false).data)))).toBe(true);
    expect([count, batch.isEmpty, batch.isFull]).toEqual([4, true, false]);
    expect(batch.take()).toEqual({ data: Buffer.alloc(0), count: 0, replaceable: false });
  });
});
