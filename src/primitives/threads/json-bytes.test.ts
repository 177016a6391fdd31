import { describe, expect, it } from 'vitest';
import { jsonBytes, MEMBER_PADDING_BYTES, withLastMember } from './json-bytes.js';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('jsonBytes', () => {
  it('gives JSON and what follows it, in memory of its own', () => {
    const bytes = jsonBytes({ name: 'caf\u00e9', list: [1, null] }, '\n');
    expect(text(bytes)).toBe('{"name":"caf\u00e9","list":[1,null]}\n');
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  });

  it('joins what is longer than a string can be from its parts', () => {
    const value = { a: [1, undefined, { b: 'x', left: undefined }], c: {}, d: 'text', e: [] };
    // As V8 says it of a string that is too long.
    const limited = (part: unknown): string => {
      const whole = JSON.stringify(part);
      if (whole.length > 6) throw new RangeError('Invalid string length');
      return whole;
    };
    expect(text(jsonBytes(value, '\n', limited))).toBe(`${JSON.stringify(value)}\n`);
    expect(() => jsonBytes('seven characters', '', limited)).toThrow(RangeError);
  });
});

it('a last member goes into the room behind an object', () => {
  const bytes = jsonBytes({ name: 'caf\u00e9' }, MEMBER_PADDING_BYTES);
  const line = withLastMember(bytes, 'port', 65_535);
  expect(text(line)).toBe('{"name":"caf\u00e9","port":65535}\n');
  expect(line.buffer).toBe(bytes.buffer);
});
