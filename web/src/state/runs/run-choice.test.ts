import { describe, expect, it } from 'vitest';
import {
  choiceProblems,
  chosenRequests,
  DEFAULT_CHOICE,
  readRows,
  runTargets,
  tagsOf,
  type ChoosableRequest,
  type RunChoice,
} from './run-choice.js';

const request = (file: string, name: string, ...tags: string[]): ChoosableRequest => ({
  file,
  name,
  method: 'GET',
  url: '/',
  tags,
});
const REQUESTS = [
  request('a.http', 'login', 'smoke'),
  request('a.http', 'list', 'Slow', 'smoke'),
  request('b.http', 'order'),
];
const hasFailed = ({ name }: ChoosableRequest): boolean => name === 'list';
const targets = (choice: Partial<RunChoice>, file = ''): unknown =>
  runTargets({ ...DEFAULT_CHOICE, ...choice }, REQUESTS, file, hasFailed);

describe('what a choice runs', () => {
  it('whole files, unless something is chosen', () => {
    expect(targets({})).toEqual([{ file: 'a.http' }, { file: 'b.http' }]);
    expect(targets({ isAll: false, chosen: ['b.http'] })).toEqual([{ file: 'b.http' }]);
    expect(targets({ isAll: false })).toEqual([]);
  });

  it('requests by name in one file', () => {
    expect(targets({ isAll: false, chosen: ['list'] }, 'a.http')).toEqual([
      { file: 'a.http', requestNames: ['list'] },
    ]);
  });

  it('what failed, and nothing of files in which nothing failed', () => {
    expect(targets({ onlyFailed: true })).toEqual([{ file: 'a.http', requestNames: ['list'] }]);
  });

  it('by tags, in any case', () => {
    expect(targets({ tags: ['slow'] })).toEqual([{ file: 'a.http', tags: ['slow'] }]);
    expect(targets({ excludeTags: ['SMOKE'] })).toEqual([{ file: 'b.http', excludeTags: ['SMOKE'] }]);
    const choice = { ...DEFAULT_CHOICE, excludeTags: ['slow'] };
    expect(chosenRequests(choice, REQUESTS, '', hasFailed).map(({ name }) => name)).toEqual([
      'login',
      'order',
    ]);
  });

  it('with rows, environment and order', () => {
    const how = { rows: '3, 1-2', environment: 'qa', order: 'parallel', concurrency: '8' } as const;
    expect(targets({ ...how, isAll: false, chosen: ['b.http'] })).toEqual([
      { file: 'b.http', rows: [1, 2, 3], environment: 'qa', parallel: true, concurrency: 8 },
    ]);
    expect(targets({ order: 'sequential', isAll: false, chosen: ['b.http'] })).toEqual([
      { file: 'b.http', parallel: false },
    ]);
  });
});

describe('the numbers of data rows', () => {
  it.each([
    ['', undefined],
    [' , ', undefined],
    ['2', [2]],
    ['5-7, 1,5', [1, 5, 6, 7]],
    ['3 - 3', [3]],
  ])('%j', (text, expected) => expect(readRows(text)).toEqual(expected));

  it.each(['0', '-1', '2-1', 'a', '1;2', '1-99999', '1,,x'])('%j is refused', (text) => {
    expect(readRows(text)).toMatch(/is no row/);
  });
});

it('names what is wrong only where it counts', () => {
  expect(choiceProblems({ ...DEFAULT_CHOICE, concurrency: '0', times: 'x' })).toEqual({});
  const wrong = { rows: 'x', order: 'parallel', concurrency: '1001', repeat: 'failure', times: '0' } as const;
  expect(Object.keys(choiceProblems({ ...DEFAULT_CHOICE, ...wrong }))).toEqual([
    'rows',
    'concurrency',
    'times',
  ]);
});

it('lists each tag once', () => expect(tagsOf(REQUESTS)).toEqual(['Slow', 'smoke']));
