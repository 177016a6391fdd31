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

  it('takes as much of a piece as there is room for', () => {
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
    const piece = bytes('x');
    for (let at = 0; at < size; at++) buffer.append(piece);
    const all = buffer.bytes();
    expect(all).toHaveLength(size);
    expect(all.buffer.byteLength).toBeLessThanOrEqual(size);
  });

  it('takes what is announced at once, and not much when it is a lie', () => {
    const exact = new ByteBuffer(1 << 30, 100_000);
    exact.append(bytes('a'));
    exact.append(bytes('b'));
    expect(exact.bytes().buffer.byteLength).toBe(100_000);
    const lie = new ByteBuffer(1 << 30, 1 << 30);
    lie.append(bytes('a'));
    lie.append(bytes('b'));
    expect(lie.bytes().buffer.byteLength).toBeLessThanOrEqual(8 << 20);
    const unknown = new ByteBuffer(100, Number.NaN);
    unknown.append(bytes('a'));
    expect(unknown.append(bytes('b'))).toBe(true);
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
