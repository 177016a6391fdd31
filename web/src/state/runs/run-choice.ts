/** What a person chooses to run, and the calls that run it. */
import { requestMatcher } from '../../../../src/request-file/model/request-filter.js';
import type { RunTarget } from '../../api/service.js';

/** A request that can be chosen. */
export interface ChoosableRequest {
  readonly file: string;
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly tags: readonly string[];
}

export interface RunChoice {
  readonly isAll: boolean;
  /** The names of the chosen requests of one file, or the paths of the chosen files of the workspace. */
  readonly chosen: readonly string[];
  readonly onlyFailed: boolean;
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
  /** The numbers of data rows as written: `1, 3-5`; empty for all. */
  readonly rows: string;
  /** Empty for the active one. */
  readonly environment: string;
  readonly order: 'setting' | 'sequential' | 'parallel';
  readonly concurrency: string;
  readonly repeat: 'once' | 'times' | 'failure';
  readonly times: string;
}

export const DEFAULT_CHOICE: RunChoice = {
  isAll: true,
  chosen: [],
  onlyFailed: false,
  tags: [],
  excludeTags: [],
  rows: '',
  environment: '',
  order: 'setting',
  concurrency: '5',
  repeat: 'once',
  times: '10',
};

export const MAX_PASSES = 10_000;
const MAX_ROW = 10_000;

/** The requests that would run, without those they depend on. */
export function chosenRequests(
  { isAll, chosen, onlyFailed, tags, excludeTags }: RunChoice,
  requests: readonly ChoosableRequest[],
  file: string,
  hasFailed: (request: ChoosableRequest) => boolean,
): readonly ChoosableRequest[] {
  const picked = new Set(chosen);
  const matches = requestMatcher({ names: [], tags, excludeTags });
  return requests.filter((request) => {
    if (!isAll && !picked.has(file === '' ? request.file : request.name)) return false;
    return (!onlyFailed || hasFailed(request)) && matches(request);
  });
}

/** One call for each file with something to run; `file` is empty for the whole workspace. */
export function runTargets(
  choice: RunChoice,
  requests: readonly ChoosableRequest[],
  file: string,
  hasFailed: (request: ChoosableRequest) => boolean,
): readonly RunTarget[] {
  const byFile = new Map<string, string[]>();
  for (const request of chosenRequests(choice, requests, file, hasFailed)) {
    const names = byFile.get(request.file);
    if (names === undefined) byFile.set(request.file, [request.name]);
    else names.push(request.name);
  }
  const needsNames = choice.onlyFailed || (!choice.isAll && file !== '');
  return [...byFile].map(([path, names]) => ({
    file: path,
    ...(needsNames && { requestNames: [...new Set(names)] }),
    ...(!needsNames && choice.tags.length > 0 && { tags: choice.tags }),
    ...(!needsNames && choice.excludeTags.length > 0 && { excludeTags: choice.excludeTags }),
    ...howToRun(choice),
  }));
}

function howToRun({ rows, environment, order, concurrency }: RunChoice): Partial<RunTarget> {
  const numbers = readRows(rows);
  return {
    ...(Array.isArray(numbers) && { rows: numbers }),
    ...(environment !== '' && { environment }),
    ...(order !== 'setting' && { parallel: order === 'parallel' }),
    ...(order === 'parallel' && { concurrency: Number(concurrency) }),
  };
}

/** The numbers of data rows; undefined for all of them, and a text that says what is wrong. */
export function readRows(text: string): readonly number[] | string | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => part === '')) return undefined;
  const numbers = new Set<number>();
  for (const part of parts) {
    const [, first = '', last = first] = /^(\d+)\s*(?:-\s*(\d+))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || from < 1 || to < from || to > MAX_ROW) {
      return `“${part}” is no row; write numbers from 1 to ${MAX_ROW} and ranges: 1, 3-5`;
    }
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

export type ChoiceProblems = Partial<Record<'rows' | 'concurrency' | 'times', string>>;

export function choiceProblems({ rows, order, concurrency, repeat, times }: RunChoice): ChoiceProblems {
  const numbers = readRows(rows);
  return {
    ...(typeof numbers === 'string' && { rows: numbers }),
    ...(order === 'parallel' &&
      !isBetween(concurrency, 1000) && { concurrency: 'Write a whole number from 1 to 1000.' }),
    ...(repeat !== 'once' &&
      !isBetween(times, MAX_PASSES) && { times: `Write a whole number from 1 to ${MAX_PASSES}.` }),
  };
}

function isBetween(text: string, max: number): boolean {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;
}

/** All tags of the requests, in the order of the alphabet. */
export function tagsOf(requests: readonly ChoosableRequest[]): readonly string[] {
  return [...new Set(requests.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
}
