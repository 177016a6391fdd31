import { ServiceError } from '../errors.js';
import { MAX_JSON_DEPTH } from '../evaluation/values/json.js';
import { JsonReader, JsonTooDeep } from '../evaluation/values/json-reader.js';
import { isPlainObject } from '../primitives/plain-object.js';
import { booleanOf, numberOf, textOf, type Fail, type Members } from './document-fields.js';

/** The part of a results document that a comparison needs. */
export interface ResultDocument {
  /** Milliseconds of the whole run. */
  readonly duration: number;
  readonly tests: readonly TestResult[];
  /** When the run started, in milliseconds since 1970; undefined if the document does not tell. */
  readonly startedAt: number | undefined;
  readonly environment: string;
}

export interface TestResult {
  /** With forward slashes and without a leading `./`. */
  readonly file: string;
  /** Empty for unnamed requests. */
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly duration: number;
  /** The number of the pass in a run that was repeated, from 1; undefined in any other run. */
  readonly iteration: number | undefined;
}

/** The newest version of documents that svc can read; there are no older ones. */
const SCHEMA_VERSION = 1;

/** `shown` is the path in messages. */
export function parseResultFile(source: Uint8Array, shown: string): ResultDocument {
  return readResultDocument(parseResultJson(source, shown), shown);
}

/** Unknown and unneeded fields are ignored. */
export function readResultDocument(document: unknown, shown: string): ResultDocument {
  const fail = (reason: string): never => {
    throw new ServiceError('input', `${shown} is not a results document: ${reason}`, { hint: HINT });
  };
  if (!isPlainObject(document)) return fail('it is not a JSON object');
  const version = document['schemaVersion'] ?? SCHEMA_VERSION;
  if (typeof version !== 'number') return fail('"schemaVersion" is not a number');
  if (version > SCHEMA_VERSION) {
    throw new ServiceError(
      'input',
      `${shown} has schemaVersion ${version}, but this svc reads up to ${SCHEMA_VERSION}; use a later svc`,
    );
  }
  const { tests } = document;
  if (!Array.isArray(tests)) return fail('it has no "tests" array');
  return {
    duration: numberOf(document, 'duration', fail),
    tests: tests.map((test: unknown, i) => readTest(test, (reason) => fail(`tests[${i}]${reason}`))),
    startedAt: timeOf(document),
    environment: typeof document['environment'] === 'string' ? document['environment'] : '',
  };
}

const HINT = 'write one with svc run --output json --output-file <file>';

/** Throws for what is no JSON, with its place. */
export function parseResultJson(
  source: Uint8Array,
  shown: string,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(source);
  } catch (error) {
    throw new ServiceError('input', `${shown} is not UTF-8 text`, { hint: HINT, cause: error });
  }
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof JsonTooDeep) throw new ServiceError('input', `${shown}: ${error.message}`);
    throw new ServiceError('input', `${shown} is not JSON${placeOf(text)}`, { hint: HINT, cause: error });
  }
}

/** Parses again with a reader that knows its position, because `JSON.parse` does not always report it. */
function placeOf(text: string): string {
  if (text.trim() === '') return ': it is empty';
  try {
    new JsonReader(text, MAX_JSON_DEPTH).document();
    return '';
  } catch (error) {
    const offset = /offset (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (offset === undefined) return '';
    const before = text.slice(0, Number(offset)).split('\n');
    return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
  }
}

function readTest(test: unknown, fail: Fail): TestResult {
  if (!isPlainObject(test)) return fail(' is not an object');
  const inTest: Fail = (reason) => fail(`: ${reason}`);
  const passed = booleanOf(test, 'passed', inTest);
  return {
    file: normalFile(textOf(test, 'file', inTest)),
    name: textOf(test, 'name', inTest),
    status: booleanOf(test, 'skipped', inTest) ? 'skipped' : passed ? 'passed' : 'failed',
    duration: numberOf(test, 'duration', inTest),
    iteration: iterationOf(test, inTest),
  };
}

function iterationOf({ iteration }: Members, fail: Fail): number | undefined {
  if (iteration === undefined || iteration === null) return undefined;
  return typeof iteration === 'number' && Number.isInteger(iteration) && iteration > 0
    ? iteration
    : fail('"iteration" is not a whole number of 1 or more');
}

function timeOf({ time }: Members): number | undefined {
  const parsed = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** The same file, whichever system and directory it was run from. */
export function normalFile(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '');
}
