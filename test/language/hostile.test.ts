/** Input made to hurt: everything is read or reported, nothing throws, and cost grows with size only. */
import { describe, expect, it } from 'vitest';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { dedent } from '../support/dedent.js';
import { MIB, REQUEST, findings, codes } from './hostile-setup.js';

describe('one long line', () => {
  it('larger than a file may be', async () => {
    expect(await codes('x'.repeat(10 * MIB + 1))).toEqual(new Set(['file_too_large']));
    expect(await codes(new Uint8Array(10 * MIB + 1))).toEqual(new Set(['file_too_large']));
    expect(await codes('é'.repeat(5 * MIB + 1))).toEqual(new Set(['file_too_large']));
    expect(await codes(`#${'é'.repeat(5 * MIB - 1)}`)).not.toContain('file_too_large');
  });

  it('counts the bytes of a text by whole characters', async () => {
    // Each takes four bytes in two code units, and starts at an odd offset.
    const text = `#${'\u{1f600}'.repeat((10 * MIB) / 4 - 1)}##`;
    expect(await codes(`${text}#`)).not.toContain('file_too_large');
    expect(await codes(`${text}##`)).toEqual(new Set(['file_too_large']));
  });
});

describe('very much of one thing', () => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
    ['lists of objects', '[{"a":', '}]'],
  ])('nested %s', async (_name, open, close) => {
    const line = (value: string): string => dedent`
      ${REQUEST}>>>
      expect a == ${value}
      <<<
    `;
    expect(await codes(line(`${open.repeat(50)}1${close.repeat(50)}`))).toEqual(new Set());
    expect(await codes(line(`${open.repeat(100_000)}1${close.repeat(100_000)}`))).toEqual(
      new Set(['bad_value']),
    );
    expect(await codes(line(open.repeat(100_000)))).toEqual(new Set(['bad_value']));
  });

  it('nested expressions and patterns', async () => {
    for (const depth of [50, 20_000]) {
      const nested = `${'('.repeat(depth)}1${')'.repeat(depth)}`;
      for (const subject of [
        `jsonpath $[?${nested}]`,
        `xpath ${nested}`,
        `regex /${nested}/`,
        `a[${nested}]`,
      ]) {
        await findings(dedent`
          ${REQUEST}>>>
          expect ${subject} exists
          expect a matches /${nested}/
          <<<
        `);
      }
    }
  });
});

/** Unicode 15, table 3-7: every way to leave it. */
const INVALID: readonly (readonly [string, readonly number[]])[] = [
  ['a lone continuation', [0x80]],
  ['the last continuation', [0xbf]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong DEL', [0xc1, 0xbf]],
  ['two bytes, cut', [0xc2]],
  ['two bytes, second below', [0xc2, 0x7f]],
  ['two bytes, second above', [0xdf, 0xc0]],
  ['three bytes, overlong', [0xe0, 0x9f, 0x80]],
  ['three bytes, cut after one', [0xe1]],
  ['three bytes, cut after two', [0xe1, 0x80]],
  ['three bytes, third wrong', [0xec, 0x80, 0x7f]],
  ['the first surrogate', [0xed, 0xa0, 0x80]],
  ['the last surrogate', [0xed, 0xbf, 0xbf]],
  ['three bytes, second wrong', [0xee, 0xc0, 0x80]],
  ['four bytes, overlong', [0xf0, 0x8f, 0xbf, 0xbf]],
  ['four bytes, cut after one', [0xf1]],
  ['four bytes, cut after two', [0xf1, 0x80]],
  ['four bytes, cut after three', [0xf1, 0x80, 0x80]],
  ['four bytes, fourth wrong', [0xf3, 0x80, 0x80, 0xc0]],
  ['beyond the last code point', [0xf4, 0x90, 0x80, 0x80]],
  ['five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ['six bytes', [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80]],
  ['FE', [0xfe]],
  ['FF', [0xff]],
];
const VALID: readonly (readonly number[])[] = [
  ...[[0x7f], [0xc2, 0x80], [0xdf, 0xbf], [0xe0, 0xa0, 0x80], [0xec, 0xbf, 0xbf], [0xed, 0x9f, 0xbf]],
  ...[
    [0xee, 0x80, 0x80],
    [0xef, 0xbf, 0xbf],
    [0xf0, 0x90, 0x80, 0x80],
    [0xf3, 0xbf, 0xbf, 0xbf],
  ],
  ...[[0xf4, 0x8f, 0xbf, 0xbf]],
];

describe('bytes that are no UTF-8', () => {
  const file = (bytes: readonly number[]): Uint8Array =>
    Buffer.concat([Buffer.from(`${REQUEST}A: ä`), Uint8Array.from(bytes), Buffer.from(' b\n')]);

  it.each(INVALID)('%s', async (_name, bytes) => {
    const found = await findings(file(bytes));
    expect(found).toMatchObject([{ code: 'invalid_utf8', line: 2, column: 5, endColumn: 6 }]);
    expect((await parseRequestFile(file(bytes), 'a.http')).requests[0]?.headers[0]?.value).toMatch(
      /^ä\uFFFD+.? b$/s,
    );
  });

  it.each(INVALID)('%s at the end of the file', async (_name, bytes) => {
    const found = await findings(Buffer.concat([Buffer.from(`${REQUEST}A: `), Uint8Array.from(bytes)]));
    expect(found).toMatchObject([{ code: 'invalid_utf8', line: 2, column: 4 }]);
  });

  it('but the limits of every form are', async () => {
    for (const bytes of VALID) expect(await findings(file(bytes))).toEqual([]);
  });

  it('nor is a lone surrogate of a text', async () => {
    const found = await findings(`${REQUEST}A: \uD83D\uDE00 \uDC00\nB: \uD800\n\n\uDFFF\uD800`);
    expect(found.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['invalid_utf8', 2, 7],
      ['invalid_utf8', 3, 4],
      ['invalid_utf8', 5, 1],
    ]);
  });
});
