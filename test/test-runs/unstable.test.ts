import { describe, expect, it } from 'vitest';
import {
  hasPassed,
  listedTestProblems,
  namePattern,
  readListedTests,
  sortOutUnstable,
  describeUnstable,
  titleOf,
} from '../../scripts/tests/unstable.mjs';
import { emptyRun, testRecord } from './records.js';

const now = Date.parse('2026-11-19T12:00:00Z');
const tests = Array.from({ length: 4 }, (_, index) => testRecord({ state: 'failed', name: `test ${index}` }));

describe('a test that failed in the full run', () => {
  it('is unstable when it passes five times alone, and failed when it fails again', async () => {
    const runs: string[] = [];
    const passesAlone = (test: { name: string }, number: number): Promise<boolean> => {
      runs.push(`${test.name}, ${number}`);
      return Promise.resolve(test.name !== 'test 1' || number < 3);
    };
    const { failed, unstable } = await sortOutUnstable(tests.slice(0, 2), passesAlone);
    expect(unstable.map(({ name }) => name)).toEqual(['test 0']);
    expect(failed.map(({ name }) => name)).toEqual(['test 1']);
    expect(runs).toEqual(
      [1, 2, 3, 4, 5].map((n) => `test 0, ${n}`).concat([1, 2, 3].map((n) => `test 1, ${n}`)),
    );
  });

  it.each([
    ['it passed', [testRecord({})], true],
    ['it failed', [testRecord({ state: 'failed' })], false],
    ['it was not measured', [testRecord({ state: 'skipped' })], false],
    ['one of two with its name failed', [testRecord({}), testRecord({ state: 'failed' })], false],
    ['only another one passed', [testRecord({ name: 'another' })], false],
    ['none was run', [], false],
  ])('has passed alone only if it was run: %s', (_case, found, passed) => {
    expect(hasPassed({ ...emptyRun, tests: found }, testRecord({}))).toBe(passed);
    expect(hasPassed(undefined, testRecord({}))).toBe(false);
  });

  it('is not run again when many failed', async () => {
    const many = Array.from({ length: 11 }, (_, index) =>
      testRecord({ state: 'failed', name: String(index) }),
    );
    const { failed, unstable } = await sortOutUnstable(many, () => Promise.reject(new Error('it was run')));
    expect([failed.length, unstable.length]).toEqual([11, 0]);
  });

  it('is found again by its name alone', () => {
    const name = 'sum (of $a + [b]) > is 4.2? *never*';
    const pattern = new RegExp(namePattern(name));
    expect(pattern.test('sum (of $a + [b]) is 4.2? *never*')).toBe(true);
    expect(pattern.test('a sum (of $a + [b]) is 4.2? *never*')).toBe(false);
    expect(pattern.test('sum (of $a + [b]) is 4x2? *never*')).toBe(false);
  });
});

describe('unstable tests', () => {
  it('are described by name, and make the run red when they are more than three', () => {
    const three = describeUnstable(tests.slice(0, 3), []);
    expect(three.problems).toEqual([]);
    expect(three.lines).toHaveLength(3);
    expect(three.lines[0]).toBe('test/depot.test.ts > test 0: failed once, then passed 5 times alone ()');
    expect(describeUnstable(tests, []).problems).toEqual([
      { title: 'Too many unstable tests', text: '4 tests are unstable, of 3 at most.' },
    ]);
  });

  it('do not count when they are listed, but are described with the reason', () => {
    const [first] = tests;
    const listed = [{ test: titleOf(first ?? testRecord({})), since: '2026-11-18', reason: 'slow disk' }];
    const { lines, problems } = describeUnstable(tests, listed);
    expect(problems).toEqual([]);
    expect(lines[0]).toContain('(listed since 2026-11-18: slow disk)');
  });
});

describe('the list of listed unstable tests', () => {
  it('holds', async () => {
    expect(listedTestProblems(await readListedTests(), Date.now())).toEqual([]);
  });

  it.each([
    ['older than 14 days', [{ test: 'a', since: '2026-11-04', reason: 'b' }], 'listed for more than 14 days'],
    ['without a date', [{ test: 'a', since: 'soon', reason: 'b' }], 'no date'],
    ['of the future', [{ test: 'a', since: '2027-01-01', reason: 'b' }], 'no date'],
    ['without a reason', [{ test: 'a', since: '2026-11-19', reason: '' }], 'reason is missing'],
    [
      'longer than five',
      Array.from({ length: 6 }, (_, index) => ({ test: String(index), since: '2026-11-19', reason: 'b' })),
      'of 5 at most',
    ],
  ])('is red when it is %s', (_case, listed, message) => {
    expect(listedTestProblems(listed, now)).toEqual([
      { title: expect.stringContaining('unstable.json'), text: expect.stringContaining(message) },
    ]);
  });

  it('allows a test for 14 days', () => {
    expect(listedTestProblems([{ test: 'a', since: '2026-11-06', reason: 'b' }], now)).toEqual([]);
  });
});
