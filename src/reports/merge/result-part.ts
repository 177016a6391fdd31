/** A results document that is merged with others. */
import {
  normalFile,
  parseResultJson,
  readResultDocument,
  type ResultDocument,
} from '../../diff/result-file.js';
import type { Members } from '../../diff/document-fields.js';
import { ServiceError } from '../../errors.js';
import { hasIntegerKeys, MAX_JSON_DEPTH, parseJson } from '../../evaluation/values/json.js';
import { JsonTooDeep } from '../../evaluation/values/json-reader.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import type { ReportedShard } from '../results/report-context.js';
import { testOutcome } from './test-outcome.js';

export interface ResultPart extends Pick<ResultDocument, 'duration' | 'startedAt' | 'environment'> {
  /** Its path in messages. */
  readonly shown: string;
  /** The place among the arguments, from 0. */
  readonly index: number;
  readonly members: Members;
  readonly shard: ReportedShard | undefined;
  /** The indexes of tests that a file reports of another file; undefined if the document does not tell. */
  readonly external: ReadonlySet<number> | undefined;
  readonly tests: readonly PartTest[];
}

export interface PartTest {
  /** As it stands in the document. */
  readonly members: Members;
  readonly outcome: RequestOutcome;
  /** The number of the pass in a run that was repeated, from 1; 0 in any other run. */
  readonly iteration: number;
}

/** Throws a ServiceError that names the document for anything that is not one. */
export function readResultPart(source: Uint8Array, shown: string, index: number): ResultPart {
  const members = parseResultJson(source, shown, parseShallow);
  const document = readResultDocument(members, shown);
  if (!isPlainObject(members)) throw new TypeError('a results document is an object');
  const fail = (reason: string): never => {
    throw new ServiceError('input', `${shown} is not a results document: ${reason}`);
  };
  const { duration, startedAt, environment } = document;
  const { shard, titles, external } = readShard(members, fail);
  const tests = document.tests.map((test, place): PartTest => {
    const inTest = (reason: string): never => fail(`tests[${place}]: ${reason}`);
    const own = (members['tests'] as readonly Members[])[place] ?? {};
    const outcome = testOutcome(own, test, titles[place], inTest);
    return { members: own, outcome, iteration: test.iteration ?? 0 };
  });
  return { shown, index, members, duration, startedAt, environment, shard, external, tests };
}

/** Documents are large and hardly ever need care, so the cheapest checks decide. */
function parseShallow(text: string): unknown {
  const value: unknown =
    LONG_NUMBER.test(text) || hasIntegerKeys(text) ? parseJson(text, Infinity) : JSON.parse(text);
  if (isDeeperThan(value, MAX_JSON_DEPTH)) {
    throw new JsonTooDeep(`JSON nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return value;
}

/** Every number that a double may not hold exactly, and many texts. */
const LONG_NUMBER = /\d(?:\d{15}|[eE]\+?\d)/;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  for (const key in value) {
    if (isDeeperThan((value as Members)[key], levels - 1)) return true;
  }
  return false;
}

interface ShardMembers {
  readonly shard: ReportedShard | undefined;
  readonly titles: Readonly<Record<string, string>>;
  readonly external: ReadonlySet<number> | undefined;
}

function readShard({ shard }: Members, fail: (reason: string) => never): ShardMembers {
  if (shard === undefined) return { shard, titles: {}, external: undefined };
  if (!isPlainObject(shard)) return fail('"shard" is not an object');
  const { index, count, files, titles, external } = shard;
  if (!isPosition(index) || !isPosition(count) || index > count) {
    return fail('"shard" has no index from 1 to its count');
  }
  if (!isTextList(files)) return fail('"shard" has no list of files');
  const shownNames = isPlainObject(titles) && isTextList(Object.values(titles)) ? titles : {};
  return {
    shard: { index, count, files: files.map(normalFile) },
    titles: shownNames as Readonly<Record<string, string>>,
    external: Array.isArray(external) ? new Set(external as readonly number[]) : undefined,
  };
}

function isPosition(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
