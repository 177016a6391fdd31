/** The harness of `npm run bench`; nothing is measured here. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BadUsage, readArguments } from '../../bench/arguments.mjs';
import { betterOf, findWorse, reachesBar } from '../../bench/bars.mjs';
import { alone, GROUPS, ratioOf, shareOf, Unavailable, type Measure } from '../../bench/measure.mjs';
import { median, medianPair, percentile, takeTurns } from '../../bench/medians.mjs';
import { cellsOf, shown, textTable } from '../../bench/table.mjs';
import { takeMeasures, type Row } from '../../bench/take-measures.mjs';
import { repositoryRoot } from '../support/program/run-svc.js';

const run = promisify(execFile);
const settings = { dist: '', against: undefined, rounds: 5, log: (): void => undefined };

function row(name: string, value: number, more: Partial<Row> = {}): Row {
  return { name, group: 'run', better: 'lower', figures: ratioOf(value * 10, 10, 'ms'), ...more };
}

function measure(name: string, run: Measure['run'], more: Partial<Measure> = {}): Measure {
  return { name, group: 'run', better: 'lower', run, ...more };
}

describe('the arguments', () => {
  it('select all groups without flags', () => {
    expect(readArguments([])).toMatchObject({ only: GROUPS, rounds: 5, peers: false, check: false });
    expect(readArguments([]).withFurther).toBe(false);
  });

  it('select groups in the order of the table', () => {
    expect(readArguments(['--only', 'web, startup']).only).toEqual(['startup', 'web']);
    expect(readArguments(['--only', 'growth'])).toMatchObject({ only: ['growth'], withFurther: true });
    expect(readArguments(['--store']).withFurther).toBe(true);
  });

  it('select the comparison with other programs alone', () => {
    expect(readArguments(['--only', 'peers'])).toMatchObject({ only: [], peers: true });
  });

  it('write with both names of the flag', () => {
    expect([readArguments(['--store']).store, readArguments(['--write']).store]).toEqual([true, true]);
  });

  it.each([
    [['--only', 'startup,speed'], 'unknown group speed'],
    [['--rounds', '3'], '--rounds needs a number from 5 on'],
    [['--rounds', 'many'], '--rounds needs a number from 5 on'],
    [['--store', '--dist', 'old'], 'cannot be used with --dist'],
    [['--only', 'against'], 'needs --against'],
    [['--faster'], "'--faster'"],
    [['startup'], "'startup'"],
  ])('refuse %s', (args, message) => {
    expect(() => readArguments(args)).toThrow(BadUsage);
    expect(() => readArguments(args)).toThrow(message);
  });

  it('are explained, and refused with exit code 64', async () => {
    const main = join(repositoryRoot, 'bench', 'main.mjs');
    const help = await run(process.execPath, [main, '--help']);
    for (const group of GROUPS) expect(help.stdout).toContain(group);
    const refused = run(process.execPath, [main, '--only', 'speed']);
    await expect(refused).rejects.toMatchObject({ code: 64, stdout: '' });
  });
});

describe('the figures', () => {
  it('are medians', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
    expect([percentile([5, 1, 3], 99), percentile([5, 1, 3], 50)]).toEqual([5, 3]);
    expect(median([])).toBeNaN();
  });

  it('come from the round with the median ratio', () => {
    expect(medianPair([10, 40, 90], [10, 20, 30])).toEqual({ own: 40, limit: 20 });
  });

  it('are taken by turns, and the warm-up does not count', async () => {
    const taken: string[] = [];
    const take = (name: string) => (): number => taken.push(name);
    const results = await takeTurns(2, { a: take('a'), b: take('b') });
    expect(taken).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect(results).toEqual({ a: [3, 5], b: [4, 6] });
  });

  it('are ratios of cost, shares of speed, or alone', () => {
    expect(ratioOf(30, 10, 'ms')).toEqual({ value: 3, own: 30, limit: 10, unit: 'ms' });
    expect(shareOf(20, 10, 'ms', 'x')).toEqual({ value: 0.5, own: 20, limit: 10, unit: 'ms', note: 'x' });
    expect(alone(7, 'MB')).toEqual({ value: 7, own: 7, unit: 'MB' });
  });
});

describe('taking measures', () => {
  it('shares work within a group, and removes its directory', async () => {
    let count = 0;
    const directories = new Set<string>();
    const shared: Measure['run'] = async (context) => {
      directories.add(context.directory);
      expect(existsSync(context.directory)).toBe(true);
      return alone(await context.once('work', () => (count += 1)), 'ms');
    };
    const measures = [measure('a', shared), measure('b', shared), measure('c', shared, { group: 'mcp' })];
    const rows = await takeMeasures(measures, settings);
    expect(rows.map(({ figures }) => figures?.own)).toEqual([1, 1, 2]);
    expect([...directories].map((directory) => existsSync(directory))).toEqual([false, false]);
  });

  it('goes on after a measure that fails or is not possible', async () => {
    const rows = await takeMeasures(
      [
        measure('broken', () => Promise.reject(new Error('no port'))),
        measure('browser', () => Promise.reject(new Unavailable('no browser'))),
        measure('good', () => alone(1, 'ms')),
      ],
      settings,
    );
    expect(rows.map(({ problem, isUnavailable }) => [problem, isUnavailable])).toEqual([
      ['no port', false],
      ['no browser', true],
      [undefined, undefined],
    ]);
    expect(rows.map((each) => cellsOf(each).state)).toEqual(['failed', 'not measured', '–']);
    expect(findWorse(rows, new Map()).map(({ name }) => name)).toEqual(['broken']);
  });
});

describe('a bar', () => {
  it.each([
    [{ better: 'lower', bar: 2 }, ratioOf(20, 10, 'ms'), true, '≤ 2'],
    [{ better: 'lower', bar: 2 }, ratioOf(21, 10, 'ms'), false, '≤ 2'],
    [{ better: 'higher', bar: 0.85 }, shareOf(10, 8, 'µs'), false, '≥ 0.85'],
    [{ better: 'lower', bar: 150, barOn: 'own' }, ratioOf(140, 50, 'MB'), true, '≤ 150 MB'],
    [{ better: 'lower', bar: 0 }, alone(1, 'events'), false, '≤ 0 events'],
    [{ better: 'lower' }, ratioOf(9, 1, 'ms'), undefined, '–'],
  ] as const)('%o and %o', (declared, figures, isReached, text) => {
    const measured = { name: 'a', group: 'run', figures, ...declared };
    expect(reachesBar(measured)).toBe(isReached);
    expect(cellsOf(measured).bar).toBe(text);
  });
});

describe('--check', () => {
  const stored = new Map([['a', 2]]);

  it('accepts what got worse by a fifth, or better', () => {
    expect(findWorse([row('a', 2.4), row('a', 1)], stored)).toEqual([]);
    const higher = { better: 'higher' } as const;
    expect(findWorse([row('a', 1.6, higher), row('a', 5, higher)], stored)).toEqual([]);
  });

  it('finds what got worse by more', () => {
    expect(findWorse([row('a', 2.5)], stored)).toEqual([
      { name: 'a', reason: 'ratio 2.50, stored 2.00: worse by 25 %' },
    ]);
    expect(findWorse([row('a', 1.5, { better: 'higher' })], stored)).toEqual([
      { name: 'a', reason: 'ratio 1.50, stored 2.00: worse by 25 %' },
    ]);
  });

  it('does not repeat that a ratio misses its bar', () => {
    expect(findWorse([row('a', 2.1, { bar: 1 })], stored)).toEqual([]);
  });

  it('finds a ratio without a stored one, and figures without a number', () => {
    expect(findWorse([row('new', 1), row('a', Number.NaN)], stored)).toEqual([
      { name: 'new', reason: 'is not in the stored table' },
      { name: 'a', reason: 'gave no figure' },
    ]);
  });

  it('looks only at the bar of exponents, of figures without a limit, and of noisy ratios', () => {
    const rows = [
      row('exponent', 1.1, { group: 'growth', bar: 1.15 }),
      row('quadratic', 2, { group: 'growth', bar: 1.15 }),
      row('memory', 0, { figures: alone(100, 'MB'), bar: 90 }),
      row('late', 9, { compared: 'bar', barOn: 'own', bar: 100 }),
    ];
    expect(findWorse(rows, stored)).toEqual([
      { name: 'quadratic', reason: 'misses its bar' },
      { name: 'memory', reason: 'misses its bar' },
    ]);
  });

  it('takes the better of two results', () => {
    expect(betterOf(row('a', 3), row('a', 2)).figures?.value).toBe(2);
    const higher = { better: 'higher' } as const;
    expect(betterOf(row('a', 3, higher), row('a', 2, higher)).figures?.value).toBe(3);
    const failed: Row = { name: 'a', group: 'run', better: 'lower', problem: 'no port' };
    expect([betterOf(failed, row('a', 3)), betterOf(row('a', 3), failed)]).toEqual([
      row('a', 3),
      row('a', 3),
    ]);
  });
});

describe('the table', () => {
  it('shows three digits', () => {
    expect([0.8512, 1.285, 33.33, 1234.5, 0, 3].map(shown)).toEqual([
      '0.851',
      '1.28',
      '33.3',
      '1235',
      '0',
      '3',
    ]);
  });

  it('has a line for each row, with its note or problem', () => {
    const noted = row('a', 2, { bar: 2, figures: ratioOf(20, 10, 'ms', 'a note') });
    const lines = textTable([noted, { name: 'b', group: 'web', better: 'lower', problem: 'no browser' }]);
    expect(lines.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['Group', 'Measure', 'svc', 'Limit', 'Ratio', 'Bar'],
      ['run', 'a', '20 ms', '10 ms', '2', '≤ 2', 'ok', 'a note'],
      ['web', 'b', '–', '–', '–', '–', 'failed', 'no browser'],
    ]);
  });
});
