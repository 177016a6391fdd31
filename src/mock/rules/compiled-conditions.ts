/** The conditions of `@mock.when`, compiled once and checked for each request. */
import {
  passesWith,
  resolveComparison,
  type AssertionContext,
  type ResolvedComparison,
} from '../../evaluation/comparison.js';
import { DEFAULT_LIMITS } from '../../evaluation/bounded/limits.js';
import { compileOperator } from '../../evaluation/compile-assertion.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import { valueAtPath } from '../../evaluation/values/body-path.js';
import { shortValue } from '../../evaluation/values/value-text.js';
import { CaptureStore } from '../../evaluation/variables/captures.js';
import { Scope } from '../../evaluation/variables/scope.js';
import { objectFrom } from '../../primitives/json/key-order.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import { isSecretFieldName, isSecretHeaderName } from '../../redaction/secret-names.js';
import { readPath, type PathStep } from '../../request-file/expressions/parse-path.js';
import type { Comparison } from '../../request-file/model/model.js';
import { formObject, valuesByName } from '../incoming/form-fields.js';
import type { MatchedRequest, WantedValue } from './matched-request.js';
import type { RuleCondition } from '../responses/route-rules.js';
import { valuesOf, type Routable } from '../routing/match-route.js';

/** Why a condition does not hold; undefined when all hold. */
export type Failure = string | undefined;

interface CompiledComparison {
  readonly subject: string;
  readonly read: (matched: MatchedRequest) => unknown;
  /** Undefined when the expected value is not known. */
  readonly resolved: ResolvedComparison | undefined;
  readonly written: string;
  /** Its values are secret. */
  readonly isHidden: boolean;
}

/** Comparisons that all have to hold, or of which one must not. */
interface CompiledList {
  readonly comparisons: readonly CompiledComparison[];
  readonly isUnless: boolean;
}

export class CompiledConditions {
  readonly #lists: readonly CompiledList[];
  /** How many there are, as far as they count for the choice between routes. */
  readonly count: number;
  readonly readsBody: boolean;
  /** The values that have to be equal to others. */
  readonly wanted: readonly WantedValue[];

  constructor(conditions: readonly RuleCondition[], route: Routable) {
    this.#lists = conditions.flatMap((condition) => compileLists(condition, route));
    this.wanted = this.#lists.flatMap(({ comparisons, isUnless }) =>
      isUnless ? [] : wantedValues(comparisons),
    );
    this.count = this.#lists.reduce(
      (sum, { comparisons, isUnless }) => sum + (isUnless ? 1 : comparisons.length),
      0,
    );
    this.readsBody = conditions.some(({ conditional: { when = [], unless = [] } }) =>
      [...when, ...unless.flat()].some(({ subject }) => /^body\b/.test(subject)),
    );
  }

  check(matched: MatchedRequest): Failure | Promise<Failure> {
    for (let index = 0; index < this.#lists.length; index += 1) {
      const failure = checkList(this.#lists[index] as CompiledList, matched);
      if (failure instanceof Promise)
        return failure.then((found) => found ?? this.#checkFrom(index + 1, matched));
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  async #checkFrom(start: number, matched: MatchedRequest): Promise<Failure> {
    for (const list of this.#lists.slice(start)) {
      const failure = await checkList(list, matched);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }
}

function compileLists(condition: RuleCondition, route: Routable): readonly CompiledList[] {
  const { when = [], unless = [] } = condition.conditional;
  const scope = scopeOf(condition);
  let at = 0;
  const compile = (comparison: Comparison): CompiledComparison =>
    compileComparison(comparison, condition, condition.written[at++] ?? comparison.subject, scope, route);
  const lists = [{ comparisons: when.map(compile), isUnless: false }];
  for (const list of unless) lists.push({ comparisons: list.map(compile), isUnless: true });
  return lists.filter(({ comparisons }) => comparisons.length > 0);
}

/** In which the placeholders of the condition have the texts that they had in the files. */
function scopeOf({ values }: RuleCondition): Scope {
  const overrides = Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
  );
  return new Scope({
    captures: new CaptureStore(),
    overrides,
    operator: {},
    variables: [],
    environment: {},
    dotenv: {},
    process: {},
    processReadable: false,
    memo: new Map(),
    clock: Date.now,
    random: randomBytes,
  });
}

function compileComparison(
  comparison: Comparison,
  { values, isSecret }: RuleCondition,
  written: string,
  scope: Scope,
  route: Routable,
): CompiledComparison {
  const missing = Object.keys(values).filter((name) => values[name] === null);
  const isKnown = !missing.some((name) => comparison.raw?.includes(`{{${name}}}`));
  return {
    subject: comparison.subject,
    read: subjectReader(comparison, scope, route),
    resolved: isKnown ? resolveComparison(comparison, scope) : undefined,
    written,
    isHidden: isSecret === true || isSensitive(comparison.subject),
  };
}

function subjectReader(
  comparison: Comparison,
  scope: Scope,
  route: Routable,
): (matched: MatchedRequest) => unknown {
  const { compiled } = resolveComparison(
    { ...comparison, operator: 'exists', expected: null, raw: '' },
    scope,
  );
  const { subject } = compiled;
  if (subject.kind === 'cookie') return ({ request }) => request.cookie(subject.name);
  if (subject.kind !== 'body') return ({ request }) => compiled.reader.read(request.view());
  const parsed = readPath(subject.path);
  const steps = parsed.ok ? parsed.steps : [];
  if (/^query\b/.test(comparison.subject)) return queryReader(steps.slice(1));
  if (/^path\b/.test(comparison.subject)) return pathReader(comparison.subject, steps.slice(1), route);
  // As in an assertion, these operators look at the text, whatever it is.
  if (subject.path === '' && compileOperator(comparison).rule.onText)
    return ({ request }) => (request.body.length === 0 ? ABSENT : request.view().text());
  return ({ request }) => {
    const fields = formObject(request);
    if (fields) return valueAtPath(fields, steps);
    return request.body.length === 0 ? ABSENT : compiled.reader.read(request.view());
  };
}

function queryReader(steps: readonly PathStep[]): (matched: MatchedRequest) => unknown {
  const [first, ...rest] = steps;
  if (first?.kind !== 'key') return ({ request }) => valueAtPath(valuesByName(request.query()), steps);
  return ({ request }) => {
    const values = request.queryValues(first.key);
    if (values.length === 0) return ABSENT;
    return valueAtPath(values.length === 1 ? values[0] : values, rest);
  };
}

/** Names of parameters may contain dots, as in `path.create.id`. */
function pathReader(
  subject: string,
  steps: readonly PathStep[],
  route: Routable,
): (matched: MatchedRequest) => unknown {
  const { parameters } = route.path;
  const index = parameters.indexOf(subject.slice('path.'.length));
  if (index >= 0) return ({ path }) => valuesOf({ route, path })[index] ?? ABSENT;
  return ({ path }) => {
    const values = valuesOf({ route, path });
    return valueAtPath(objectFrom(parameters.map((name, at) => [name, values[at] ?? ''] as const)), steps);
  };
}

function isSensitive(subject: string): boolean {
  const names = subject.split(/[.\s[\]"']+/).slice(1);
  return (
    /^cookie\b/.test(subject) || names.some((name) => isSecretHeaderName(name) || isSecretFieldName(name))
  );
}

function wantedValues(comparisons: readonly CompiledComparison[]): readonly WantedValue[] {
  return comparisons.flatMap(({ subject, read, resolved }) =>
    resolved?.compiled.operation.operator.name === 'equals'
      ? { subject, read, value: resolved.expected.value }
      : [],
  );
}

function checkList(
  { comparisons, isUnless }: CompiledList,
  matched: MatchedRequest,
): Failure | Promise<Failure> {
  for (let index = 0; index < comparisons.length; index += 1) {
    const comparison = comparisons[index] as CompiledComparison;
    const holds = checkComparison(comparison, matched);
    if (typeof holds !== 'boolean') return checkListFrom(comparisons, index, isUnless, matched);
    if (!holds) return isUnless ? undefined : failureText(comparison, matched);
  }
  return isUnless ? unlessText(comparisons) : undefined;
}

async function checkListFrom(
  comparisons: readonly CompiledComparison[],
  start: number,
  isUnless: boolean,
  matched: MatchedRequest,
): Promise<Failure> {
  for (const comparison of comparisons.slice(start)) {
    if (await checkComparison(comparison, matched)) continue;
    return isUnless ? undefined : failureText(comparison, matched);
  }
  return isUnless ? unlessText(comparisons) : undefined;
}

function checkComparison(
  { read, resolved }: CompiledComparison,
  matched: MatchedRequest,
): boolean | Promise<boolean> {
  if (resolved === undefined) return false;
  try {
    return passesWith(resolved, read(matched), DEFAULT_LIMITS, CONTEXT);
  } catch {
    return false;
  }
}

/** Operators that need files are refused when the routes are planned. */
const CONTEXT: AssertionContext = {
  schema: () => Promise.reject(new Error('no schema is available here')),
  snapshot: {
    storing: 'never',
    redact: (value) => value,
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
  },
};

function failureText(comparison: CompiledComparison, matched: MatchedRequest): string {
  const { subject, written, resolved, isHidden } = comparison;
  if (isHidden) return `the condition on ${subject} does not hold`;
  if (resolved === undefined) return `\`${written}\` does not hold, its value is not known`;
  const actual = tryRead(comparison, matched);
  const got = actual === ABSENT ? 'there is no value' : `it is ${shortValue(actual)}`;
  return `\`${written}\` does not hold, ${got}`;
}

/** What cannot be read, such as a body that is nested too deeply, counts as absent here. */
function tryRead({ read }: CompiledComparison, matched: MatchedRequest): unknown {
  try {
    return read(matched);
  } catch {
    return ABSENT;
  }
}

function unlessText(comparisons: readonly CompiledComparison[]): string {
  const texts = comparisons.map(({ subject, written, isHidden }) => (isHidden ? `${subject} …` : written));
  return `\`unless ${texts.join(' and ')}\` does not hold`;
}
