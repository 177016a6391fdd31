/** The tables of docs/performance.md: how they are written and read, and that they have every measure. */
import { describe, expect, it } from 'vitest';
import { allMeasures, isStored } from '../../bench/all-measures.mjs';
import { GROUPS, NAMED_GROUPS, ratioOf } from '../../bench/measure.mjs';
import {
  growthLines,
  ratioLines,
  readPage,
  readTable,
  storedRatios,
  withTable,
} from '../../bench/stored-tables.mjs';
import type { Row } from '../../bench/take-measures.mjs';

const measures = await allMeasures();
const page = await readPage();
const empty = '# Page\n\n<!-- bench ratios -->\n<!-- bench ratios end -->\n\nThe end costs $& dollars.\n';
const measured = { machine: 'a machine, 2 cores', date: '2030-01-15', order: ['a', 'b', 'c'] };

function row(name: string, value: number): Row {
  return { name, group: 'run', better: 'lower', bar: 3, figures: ratioOf(value * 10, 10, 'ms') };
}

describe('the measures', () => {
  it('have a name of their own, a group, a direction and a bar or none', () => {
    expect(measures.length).toBeGreaterThan(50);
    expect(new Set(measures.map(({ name }) => name)).size).toBe(measures.length);
    for (const { name, group, better, bar = 0, run } of measures) {
      expect(name).toMatch(/^[^|]+$/);
      expect([...GROUPS, ...NAMED_GROUPS], name).toContain(group);
      expect(['lower', 'higher'], name).toContain(better);
      expect(Number.isFinite(bar), name).toBe(true);
      expect(run, name).toBeTypeOf('function');
    }
  });

  it('are there for every group', () => {
    const groups = new Set(measures.map(({ group }) => group));
    const expected = [...GROUPS, ...NAMED_GROUPS].filter((group) => group !== 'growth');
    expect(expected.filter((group) => !groups.has(group))).toEqual([]);
  });
});

describe('docs/performance.md', () => {
  it('has every measure, in order', () => {
    const stored = measures.filter(isStored);
    const ratios = stored.filter(({ group }) => group !== 'growth');
    expect(readTable(page, 'ratios').lines.map(([group, name]) => [group, name])).toEqual(
      ratios.map(({ group, name }) => [group, name]),
    );
    const growth = stored.filter(({ group }) => group === 'growth');
    expect(readTable(page, 'growth').lines.map(([name]) => name)).toEqual(growth.map(({ name }) => name));
  });

  it('has the bars of the measures', () => {
    const bars = new Map(readTable(page, 'ratios').lines.map(([, name, , , , bar]) => [name, bar]));
    for (const { name, group, better, bar } of measures) {
      if (!isStored({ group }) || group === 'growth') continue;
      const text = bar === undefined ? '–' : `${better === 'lower' ? '≤' : '≥'} ${bar}`;
      expect(`${bars.get(name)} `.startsWith(`${text} `), name).toBe(true);
    }
  });

  it('names the machine', () => {
    expect(readTable(page, 'ratios').machine).toMatch(/\d+ cores, .*Node\.js \d+\./);
  });

  it('explains every group', () => {
    for (const group of [...GROUPS, ...NAMED_GROUPS]) expect(page).toContain(`\`${group}\``);
  });
});

describe('a stored table', () => {
  const first = withTable(empty, 'ratios', ratioLines([row('b', 2), row('a', 1.5)]), measured);

  it('is read as it was written, in the order of the measures', () => {
    expect(readTable(first, 'ratios')).toEqual({
      machine: 'a machine, 2 cores',
      lines: [
        ['run', 'a', '15 ms', '10 ms', '1.50', '≤ 3', 'ok'],
        ['run', 'b', '20 ms', '10 ms', '2', '≤ 3', 'ok'],
      ],
    });
    expect(storedRatios(first)).toEqual(
      new Map([
        ['a', 1.5],
        ['b', 2],
      ]),
    );
    expect(first).toMatch(/^# Page\n\n.*\n\nThe end costs \$& dollars\.\n$/s);
  });

  it('keeps rows that were not measured again', () => {
    const second = withTable(first, 'ratios', ratioLines([row('c', 4), row('a', 1)]), measured);
    expect([...storedRatios(second)]).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 4],
    ]);
  });

  it('drops rows of measures that are gone', () => {
    const fewer = { ...measured, order: ['a', 'c'] };
    const second = withTable(first, 'ratios', ratioLines([row('c', 4)]), fewer);
    expect([...storedRatios(second)]).toEqual([
      ['a', 1.5],
      ['c', 4],
    ]);
  });

  it('never mixes two machines', () => {
    const other = { ...measured, machine: 'another one, 8 cores' };
    expect(() => withTable(first, 'ratios', ratioLines([row('a', 1)]), other)).toThrow('another machine');
    const whole = withTable(first, 'ratios', ratioLines([row('a', 1), row('b', 1)]), other);
    expect(readTable(whole, 'ratios').machine).toBe('another one, 8 cores');
  });

  it('needs its marks', () => {
    expect(() => readTable('# Page\n', 'ratios')).toThrow('no marks of the table ratios');
  });

  it('has no rows without figures, and exponents in a table of their own', () => {
    const exponent: Row = { ...row('files', 1.04), group: 'growth', bar: 1.15 };
    const failed: Row = { name: 'b', group: 'run', better: 'lower', problem: 'no port' };
    expect(ratioLines([exponent, failed])).toEqual([]);
    expect(growthLines([exponent, failed, row('a', 1)])).toEqual([['files', '1.04', '≤ 1.15', 'ok']]);
  });
});
