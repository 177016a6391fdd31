import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.js';
import { fields } from '../../test/support/unit/csv-setup.js';

describe('parseCsv', () => {
  it.each([
    ['', []],
    ['a', [['a']]],
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\ufeffa,b', [['a', 'b']]],
    ['a,,c', [['a', '', 'c']]],
    ['a,', [['a', '']]],
    [',', [['', '']]],
    [' a , b ', [[' a ', ' b ']]],
    ['"a,b",c', [['a,b', 'c']]],
    ['"say ""hi""",x', [['say "hi"', 'x']]],
    [
      '"two\r\nlines",x\ny,z',
      [
        ['two\r\nlines', 'x'],
        ['y', 'z'],
      ],
    ],
    ['""', [['']]],
    ['a\n\n\nb\n', [['a'], ['b']]],
    ['naïve,😀', [['naïve', '😀']]],
  ])('reads %j', (text, expected) => {
    expect(fields(text)).toEqual(expected);
  });

  it('returns the line of each record', () => {
    const reading = parseCsv('a\n"x\ny"\nb');
    expect(reading.ok && reading.records.map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it.each([
    ['a\nb"c', 2, 'a quotation mark inside a field without quotes'],
    ['a\n"b\nc', 2, 'a quoted field is not closed'],
    ['"a\n" b', 2, 'text after a quoted field'],
  ])('refuses %j', (text, line, reason) => {
    expect(parseCsv(text)).toEqual({ ok: false, line, reason });
  });
});
