import { describe, expect, it } from 'vitest';
import {
  conflictsOf,
  emptyRow,
  isSameVariables,
  mergeRows,
  rowProblem,
  rowsOf,
  valuesOf,
} from './variable-rows.js';

const VARIABLES = {
  host: 'a',
  port: 8080,
  text: '42',
  big: 12345678901234567890n,
  list: [1, 'x'],
  none: null,
};

describe('rows of variables', () => {
  it('give the same variables again, exactly', () => {
    expect(isSameVariables(valuesOf(rowsOf(VARIABLES)), VARIABLES)).toBe(true);
    expect(rowsOf(VARIABLES).map(({ text }) => text)).toEqual([
      'a',
      '8080',
      '"42"',
      '12345678901234567890',
      '[1,"x"]',
      'null',
    ]);
  });

  it('have problems with their names', () => {
    const rows = [...rowsOf({ a: 1, b: 2 }), { ...emptyRow(), name: ' a ' }, { ...emptyRow(), name: 'x y' }];
    expect(rows.map((row) => rowProblem(row, rows).slice(0, 10))).toEqual([
      'This name ',
      '',
      'This name ',
      'A name may',
    ]);
    expect(rowProblem(emptyRow(), [])).toBe('A variable needs a name.');
  });
});

describe('a change made elsewhere', () => {
  const base = { host: 'a', port: 1, gone: 'x', token: 'old' };
  const current = { host: 'b', port: 1, token: 'old', added: true };
  const edited = rowsOf(base).map((row) => (row.name === 'port' ? { ...row, text: '2' } : row));

  it('is named with both values', () => {
    expect(conflictsOf(edited, base, current)).toEqual([
      { name: 'host', mine: 'a', theirs: 'b' },
      { name: 'gone', mine: 'x', theirs: undefined },
      { name: 'added', mine: undefined, theirs: 'true' },
    ]);
    expect(conflictsOf(edited, base, base)).toEqual([]);
    expect(conflictsOf(rowsOf({ ...base, host: 'b' }), base, { ...base, host: 'b' })).toEqual([]);
  });

  it('is merged with what was typed', () => {
    expect(valuesOf(mergeRows(edited, base, current))).toEqual({
      host: 'b',
      port: 2,
      token: 'old',
      added: true,
    });
    const both = rowsOf({ ...base, host: 'mine' });
    expect(valuesOf(mergeRows(both, base, current))).toMatchObject({ host: 'mine' });
    const removed = rowsOf({ host: 'a', port: 1, gone: 'x' });
    expect(valuesOf(mergeRows(removed, base, current))).toEqual({ host: 'b', port: 1, added: true });
  });
});
