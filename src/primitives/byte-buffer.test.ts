import { describe, expect, it } from 'vitest';
import { ByteBuffer, TailBuffer } from './byte-buffer.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = (buffer: ByteBuffer): string => Buffer.from(buffer.bytes()).toString();

describe('a byte buffer', () => {
  it('is empty at first', () => {
    const buffer = new ByteBuffer(10);
    expect(buffer.length).toBe(0);
    expect(buffer.bytes()).toHaveLength(0);
  });

  it('hands out a single piece as it came', () => {
    const buffer = new ByteBuffer(10);
    const piece = bytes('abc');
    buffer.append(piece);
    expect(buffer.bytes()).toBe(piece);
  });

  it('joins pieces, empty ones too', () => {
    const buffer = new ByteBuffer(100);
    for (const piece of ['a', '', 'bc', 'defgh']) expect(buffer.append(bytes(piece))).toBe(true);
    expect(textOf(buffer)).toBe('abcdefgh');
    buffer.append(bytes('i'));
    expect(textOf(buffer)).toBe('abcdefghi');
  });

  it('takes parts of a piece that is used for something else afterwards', () => {
    const buffer = new ByteBuffer(100);
    const reused = Buffer.from('xaby');
    buffer.copy(reused, 1, 3);
    reused.fill('z');
    buffer.copy(reused, 0, 1);
    expect(textOf(buffer)).toBe('abz');
  });

  it('refuses what is beyond its limit and keeps what it had', () => {
    const buffer = new ByteBuffer(4);
    expect(buffer.append(bytes('abc'))).toBe(true);
    expect(buffer.append(bytes('de'))).toBe(false);
    expect(buffer.append(bytes('f'))).toBe(true);
    expect(textOf(buffer)).toBe('abcf');
    expect(buffer.append(bytes('g'))).toBe(false);
  });

  it('takes as much of a chunk as the limit allows', () => {
    const buffer = new ByteBuffer(4);
    for (const piece of ['ab', 'cde', 'f']) buffer.fill(bytes(piece));
    expect(buffer.text()).toBe('abcd');
  });

  it('can be emptied and used again', () => {
    const buffer = new ByteBuffer(4);
    buffer.append(bytes('ab'));
    buffer.append(bytes('cd'));
    const before = buffer.take();
    buffer.append(bytes('ef'));
    buffer.append(bytes('gh'));
    expect(Buffer.from(before).toString()).toBe('abcd');
    expect(textOf(buffer)).toBe('efgh');
  });

  it('takes a million single bytes in memory of their size', () => {
    const size = 1_000_000;
    const buffer = new ByteBuffer(size);
    const memory = (): number => process.memoryUsage().arrayBuffers;
    const before = memory();
    for (let at = 0; at < size; at++) buffer.append(Buffer.of(at & 255));
    const all = buffer.bytes();
    expect(all).toHaveLength(size);
    expect(all.every((byte, at) => byte === (at & 255))).toBe(true);
    expect(memory() - before).toBeLessThan(8 * size);
  });

  it('keeps the order of small and large pieces', () => {
    const buffer = new ByteBuffer(Infinity);
    const whole: Uint8Array[] = [];
    for (const size of [3, 20_000, 1, 2, 70_000, 5000, 5000, 1, 16_384, 0, 4, 16_383]) {
      const piece = Buffer.alloc(size, size % 251);
      whole.push(piece);
      if (size % 2 === 0) buffer.append(piece);
      else buffer.copy(piece, 0, size);
      if (size === 2) expect(Buffer.compare(buffer.bytes(), Buffer.concat(whole))).toBe(0);
    }
    expect(Buffer.compare(buffer.bytes(), Buffer.concat(whole))).toBe(0);
    expect(buffer).toHaveLength(Buffer.concat(whole).length);
  });
});

it('a tail buffer keeps the end of what comes', () => {
  const buffer = new TailBuffer(4);
  expect(buffer.bytes()).toHaveLength(0);
  for (const piece of ['abcdefg', 'h', 'ij', '', 'k']) buffer.append(bytes(piece));
  expect(Buffer.from(buffer.bytes()).toString()).toBe('hijk');
  for (let at = 0; at < 1000; at++) buffer.append(bytes(String(at)));
  expect(Buffer.from(buffer.bytes()).toString()).toBe('8999');
});
