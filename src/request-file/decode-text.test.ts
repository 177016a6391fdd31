import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.js';

function places(bytes: readonly number[]): string[] {
  return decodeText(Uint8Array.from(bytes)).diagnostics.map(
    (d) => `${d.line}:${d.column}-${d.endColumn} ${d.code}`,
  );
}

describe('decodeText', () => {
  it('reads UTF-8 and keeps a byte-order mark', () => {
    const bytes = new TextEncoder().encode('\uFEFFä€😀');
    expect(decodeText(bytes)).toEqual({ text: '\uFEFFä€😀', diagnostics: [] });
  });

  it('replaces invalid bytes', () => {
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0x62)).text).toBe('a\uFFFDb');
  });

  it('reports the first of each line, in code units', () => {
    expect(places([0x61, 0xff, 0xff, 0x0a, 0x0a, 0xf0, 0x9f, 0x98, 0x80, 0xfe])).toEqual([
      '1:2-3 invalid_utf8',
      '3:3-4 invalid_utf8',
    ]);
  });

  it('counts CR, LF and CRLF as line ends', () => {
    expect(places([0x0d, 0x0d, 0x0a, 0x0a, 0xff])).toEqual(['4:1-2 invalid_utf8']);
  });

  it('does not count the byte-order mark', () => {
    expect(places([0xef, 0xbb, 0xbf, 0x61, 0xff])).toEqual(['1:2-3 invalid_utf8']);
  });

  it('counts what it replaced before on the same line', () => {
    // Only the first place of a line is reported; text between two of them must not confuse the next line.
    expect(places([0xe2, 0x82, 0x61, 0xff, 0x0a, 0x62, 0xc3])).toEqual([
      '1:1-2 invalid_utf8',
      '2:2-3 invalid_utf8',
    ]);
  });
});
