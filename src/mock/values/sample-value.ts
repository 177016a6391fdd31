/** Values that may satisfy the constraints, the most likely first; the caller tests them. */
import { isExact, type ExactNumber } from '../../evaluation/values/number.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from '../sampling/made-up.js';
import { samplePattern } from '../../evaluation/json-schema/sample/sample-pattern.js';
import type { Constraint } from './constraint.js';

export function* sampleValues(constraints: readonly Constraint[]): Generator {
  for (const { operator, expected } of constraints) {
    if (operator === 'equals') yield expected.value;
    if (operator === 'in' && Array.isArray(expected.value)) yield* expected.value as unknown[];
    if (operator === 'isEmpty') yield* EMPTY;
  }
  for (const { preferred = [] } of constraints) yield* preferred;
  for (const { schema } of constraints) if (schema?.sample) yield schema.sample.value;
  yield* sampleNumbers(constraints);
  for (const count of sampleLengths(constraints)) yield Array.from({ length: count }, () => SAMPLE);
  yield* sampleTexts(constraints);
  const members = constraints.filter(({ operator }) => operator === 'includes' || operator === 'contains');
  if (members.length > 0) yield members.map(({ expected }) => expected.value);
  const keys = members.filter(({ operator }) => operator === 'contains');
  if (keys.length > 0) yield Object.fromEntries(keys.map(({ expected }) => [expected.text, SAMPLE]));
  yield* PLAIN;
}

const EMPTY: readonly unknown[] = [[], '', {}];
/** One of each type; a text is what most values of an API are. */
const PLAIN: readonly unknown[] = [
  SAMPLE,
  1,
  1.5,
  true,
  false,
  [SAMPLE],
  { sample: SAMPLE },
  [],
  {},
  '',
  0,
  null,
];

/** Texts alone: for headers, cookies and bodies that are no JSON. */
export function* sampleTexts(constraints: readonly Constraint[]): Generator<string> {
  const starts = textsOf(constraints, 'startsWith');
  const ends = textsOf(constraints, 'endsWith');
  const middles = textsOf(constraints, 'contains');
  const patterns = constraints.flatMap(({ operator, expected: { pattern } }) => {
    const found = operator === 'matches' && pattern ? samplePattern(pattern.source) : undefined;
    return found === undefined ? [] : [found];
  });
  const longest = (texts: readonly string[]): string =>
    texts.toSorted((a, b) => b.length - a.length)[0] ?? '';
  if (starts.length + ends.length + middles.length > 0) {
    yield longest(starts) + middles.join(' ') + longest(ends);
    yield longest(starts) + patterns.join(' ') + middles.join(' ') + longest(ends);
  }
  yield* patterns;
  for (const count of sampleLengths(constraints))
    yield SAMPLE.repeat(count / SAMPLE.length + 1).slice(0, count);
  if (constraints.some(({ operator }) => operator === 'matches')) yield* USUAL_TEXTS;
}

/** What patterns with look-around usually want. */
const USUAL_TEXTS: readonly string[] = [
  '3f8a1c52-7d4e-4b6a-9c1f-2e5d8b7a6c30',
  '2031-04-07T09:15:02.087Z',
  '2031-04-07',
  'sample@example.test',
  'https://example.test/sample',
  '192.0.2.1',
  '1.0.0',
  'Sample-1234',
];

function textsOf(constraints: readonly Constraint[], wanted: string): string[] {
  return constraints.flatMap(({ operator, expected }) => (operator === wanted ? [expected.text] : []));
}

/** Lengths that the constraints name or just exclude. */
export function sampleLengths(constraints: readonly Constraint[]): readonly number[] {
  const counts = constraints.flatMap(({ operator, expected: { value } }) => {
    if (operator === 'notIsEmpty') return [1];
    if (!/^(?:length|notLength)/.test(operator) || typeof value !== 'number') return [];
    return LENGTH_STEPS[operator]?.map((step) => value + step) ?? [value];
  });
  return [...new Set(counts)].filter((count) => count >= 0 && count <= MAX_SAMPLE_SIZE);
}

const LENGTH_STEPS: Readonly<Record<string, readonly number[]>> = {
  notLength: [1, -1],
  lengthGreaterThan: [1],
  lengthLessThan: [-1],
};

function sampleNumbers(constraints: readonly Constraint[]): ExactNumber[] {
  const near: ExactNumber[] = [];
  const ends: number[] = [];
  for (const { operator, expected } of constraints) {
    const { value } = expected;
    const steps = NUMBER_STEPS[operator];
    if (steps && isExact(value)) {
      ends.push(Number(value));
      near.push(...steps.map((step) => moved(value, step)));
    } else if (operator === 'between' && Array.isArray(value)) {
      for (const end of value.filter(isExact).slice(0, 2)) {
        ends.push(Number(end));
        near.push(end);
      }
    } else if (operator === 'approx' || operator === 'notApprox') near.push(...approximations(value));
  }
  if (ends.length < 2) return near;
  const low = ends.reduce((least, end) => Math.min(least, end));
  const high = ends.reduce((most, end) => Math.max(most, end));
  const middle = low + (high - low) / 2;
  return [Math.floor(middle), Math.ceil(middle), middle, ...near];
}

const NUMBER_STEPS: Readonly<Record<string, readonly number[]>> = {
  greaterThan: [1, 0.5, 1e-6],
  greaterOrEqual: [0, 1],
  lessThan: [-1, -0.5, -1e-6],
  lessOrEqual: [0, -1],
};

function moved(value: ExactNumber, step: number): ExactNumber {
  if (typeof value === 'bigint') return value + BigInt(Math.sign(step));
  const sum = value + step;
  if (step === 0) return value;
  return Number.isInteger(step) && !Number.isInteger(value) ? Math.floor(sum + (step < 0 ? 1 : 0)) : sum;
}

function approximations(value: unknown): ExactNumber[] {
  const { value: middle, delta } = value as { value: unknown; delta: unknown };
  if (!isExact(middle)) return [];
  return isExact(delta) ? [middle, Number(middle) + 2 * Number(delta) + 1] : [middle];
}
