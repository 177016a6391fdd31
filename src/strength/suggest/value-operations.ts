/** What may be asserted of a value without saying more than its runs have shown: an operator with its value. */
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import { isStrictlyEqual } from '../../evaluation/values/equality.js';
import { toJson, type JsonValue } from '../../evaluation/values/json.js';
import { hasNoFraction, isExact } from '../../evaluation/values/number.js';
import { REDACTED } from '../../redaction/redacted.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { literalText } from '../../request-file/write-safely.js';
import { unknownValue } from '../mutate/unknown-value.js';
import { isId, isNeverNegative, isOneOfFew, isWhole, mayBeBlank, isFlagOfPages } from './field-names.js';
import { NOT_BLANK, shapeOf } from './text-shapes.js';

/** The values at one place in one run. */
export interface ValuesOfRun {
  readonly runId: number;
  readonly values: readonly (JsonValue | Absent)[];
}

export interface ValueFacts {
  /** The nearest name on the way to the value. */
  readonly name: string;
  readonly runs: readonly ValuesOfRun[];
  /** Whether the place is inside of a list, so that each run may have many values. */
  readonly isElement: boolean;
  /** Whether it is the list that the response is about. */
  readonly isMainList: boolean;
  /** Whether the request has an assertion on it already, whose author may have meant less than one value. */
  readonly isChecked: boolean;
  /** A pattern of what the request sends under this name. */
  readonly sentPattern: string | undefined;
}

export interface Operation {
  /** What follows the subject: `type number`. */
  readonly text: string;
  /** Of two that notice as many changes the one with the lower rank is suggested. */
  readonly rank: number;
}

/** What is known of the type comes first, a certain value last. */
export const RANKS = {
  type: 0,
  shape: 1,
  sign: 2,
  list: 3,
  present: 4,
  sent: 5,
  constant: 6,
  blank: 7,
} as const;

export function operationsOn(facts: ValueFacts): readonly Operation[] {
  const values = facts.runs.flatMap((run) => run.values);
  if (values.length === 0 || values.includes(ABSENT)) return [];
  const present = values.filter((value) => value !== null && value !== ABSENT) as readonly JsonValue[];
  // Null is a value of an optional field, about which only its presence is certain.
  if (present.length < values.length) return [{ text: '!absent', rank: RANKS.present }];
  // Null says that nothing was written there as well as an empty text does.
  const isBlank = mayBeBlank(facts.name) && facts.sentPattern === undefined;
  if (isBlank && present.every((value) => typeof value === 'string'))
    return [{ text: '!absent', rank: RANKS.present }];
  const exists = { text: 'exists', rank: RANKS.present };
  if (present.some((value) => typeof value === 'string' && value.includes(REDACTED))) return [exists];
  return [...typedOperations(facts, present), exists];
}

function typedOperations(facts: ValueFacts, values: readonly JsonValue[]): readonly Operation[] {
  if (values.every(isExact)) return numberOperations(facts, values);
  if (values.every((value) => typeof value === 'string')) return textOperations(facts, values);
  if (values.every((value) => typeof value === 'boolean')) return flagOperations(facts, values);
  if (values.every(Array.isArray)) return listOperations(facts, values as readonly (readonly JsonValue[])[]);
  return values.every((value) => typeof value === 'object') && !values.some(Array.isArray)
    ? [typeOperation('object')]
    : [];
}

function typeOperation(name: string): Operation {
  return { text: `type ${name}`, rank: RANKS.type };
}

function numberOperations({ name }: ValueFacts, values: readonly (number | bigint)[]): readonly Operation[] {
  const operations = [typeOperation(isWhole(name) && values.every(hasNoFraction) ? 'integer' : 'number')];
  if (!isNeverNegative(name) || !values.every((value) => value >= 0)) return operations;
  const isPositive = isId(name) && values.every((value) => value > 0);
  return [...operations, { text: isPositive ? '> 0' : '>= 0', rank: RANKS.sign }];
}

function textOperations(facts: ValueFacts, values: readonly string[]): readonly Operation[] {
  const { name, runs, sentPattern } = facts;
  const operations = [typeOperation('string')];
  const shape = sentPattern ?? shapeOf(values);
  if (shape !== undefined) operations.push({ text: `matches ${shape}`, rank: RANKS.shape });
  if (values.every((value) => /\S/.test(value)))
    operations.push({ text: `matches ${NOT_BLANK}`, rank: RANKS.blank });
  const isCompared = mayExpectValue(facts) && isOneOfFew(name) && !isSecretFieldName(name);
  const word = isCompared ? constantWord(runs, values) : undefined;
  if (word !== undefined) operations.push({ text: `== ${writtenValue(word)}`, rank: RANKS.constant });
  return operations;
}

function flagOperations(facts: ValueFacts, values: readonly boolean[]): readonly Operation[] {
  const operations = [typeOperation('boolean')];
  const [flag] = values;
  const isCertain =
    mayExpectValue(facts) && !isFlagOfPages(facts.name) && values.every((value) => value === flag);
  return isCertain ? [...operations, { text: `== ${flag}`, rank: RANKS.constant }] : operations;
}

/** Whether the values of the runs are enough to expect the same one again. */
function mayExpectValue({ isElement, isChecked, runs }: ValueFacts): boolean {
  return !isElement && !isChecked && isOfSeveralRuns(runs);
}

/** The word that all runs have, as far as several runs say so. */
export function constantWord(
  runs: readonly Pick<ValuesOfRun, 'runId'>[],
  values: readonly string[],
): string | undefined {
  const [first = ''] = values;
  if (!isOfSeveralRuns(runs) || unknownValue(first) === undefined) return undefined;
  return values.every((value) => value === first) ? first : undefined;
}

/** A value that one run had may be another one in the next. */
const MIN_RUNS_FOR_VALUE = 2;

export function isOfSeveralRuns(runs: readonly Pick<ValuesOfRun, 'runId'>[]): boolean {
  return new Set(runs.map(({ runId }) => runId)).size >= MIN_RUNS_FOR_VALUE;
}

/** Other lists may be empty some day, unless as many different ones have not been. */
const MIN_LISTS = 3;

/** Never a length: most lists grow some day. */
function listOperations(
  { isMainList }: ValueFacts,
  lists: readonly (readonly JsonValue[])[],
): readonly Operation[] {
  const operations = [typeOperation('array')];
  if (lists.some(({ length }) => length === 0)) return operations;
  if (isMainList || new Set(lists.map((list) => toJson(list))).size >= MIN_LISTS)
    operations.push({ text: '!isEmpty', rank: RANKS.list });
  return operations;
}

/** The value comes from the request itself. */
export function sentOperations(
  values: readonly (JsonValue | Absent)[],
  sent: readonly JsonValue[],
): readonly Operation[] {
  const [first] = values;
  if (first === undefined || first === ABSENT || values.some((value) => value === ABSENT)) return [];
  if (!values.every((value) => value !== ABSENT && isStrictlyEqual(value, first))) return [];
  const isSent = sent.some(
    (value) => isStrictlyEqual(value, first) || (isExact(first) && value === String(first)),
  );
  if (!isSent) return [];
  const equals = { text: `== ${writtenValue(first)}`, rank: RANKS.sent };
  // A number equals its text, unless the type counts too.
  return isExact(first) ? [equals, { text: `=== ${writtenValue(first)}`, rank: RANKS.sent }] : [equals];
}

/** As an assertion has it on its line, where no text is taken for a placeholder. */
export function writtenValue(value: JsonValue): string {
  return toJson(withLiteralTexts(value));
}

function withLiteralTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string') return literalText(value);
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(withLiteralTexts) : value;
}
