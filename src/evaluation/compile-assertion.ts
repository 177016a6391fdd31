/** An assertion made ready once: subject, operator and value are read from their text a single time. */
import type { Assertion } from '../request-file/model/model.js';
import { OPERATORS, type Operator } from '../request-file/text/operators.js';
import { operatorAt } from '../request-file/expressions/parse-operator.js';
import { readSubject, type Subject } from '../request-file/expressions/parse-subject.js';
import { operatorAndValue } from '../request-file/print/print-value.js';
import { ServiceError } from '../errors.js';
import { expectedReader, type Resolve } from './operators/expected.js';
import { OPERATOR_RULES, type OperatorRule } from './operators/all-operators.js';
import { each } from './operators/each.js';
import type { Outcome } from './operators/operator.js';
import type { ResponseView } from './response/response-view.js';
import { subjectReader, type SubjectReader } from './subjects.js';

export interface CompiledAssertion {
  readonly subject: Subject;
  readonly reader: SubjectReader;
  readonly operation: Operation;
}

export interface Operation {
  readonly operator: Operator;
  readonly rule: OperatorRule;
  readonly resolve: Resolve;
}

const MOST_KEPT = 2000;
const LONGEST_KEPT = 10_000;
/** By their text: files repeat the same few assertions, and each reading of a file makes new objects. */
const kept = new Map<string, CompiledAssertion>();

export function compileAssertion(assertion: Assertion): CompiledAssertion {
  const { subject, operator, raw } = assertion;
  if (raw === undefined || subject.length + raw.length > LONGEST_KEPT) return compile(assertion);
  const key = `${operator}\n${subject}\n${raw}`;
  let compiled = kept.get(key);
  if (compiled === undefined) {
    compiled = compile(assertion);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, compiled);
  }
  return compiled;
}

function compile(assertion: Assertion): CompiledAssertion {
  const { subject } = readSubject(assertion.subject, 0, assertion.subject.length, () => false);
  const operation = compileOperation(assertion);
  const isRaw = operation.rule.onText && subject.kind === 'body' && subject.path === '';
  const reader = isRaw ? RAW_TEXT : subjectReader(subject);
  return { subject, reader, operation };
}

/** For these operators `body` is always the raw text (language section 6.2). */
const RAW_TEXT: SubjectReader = { read: (view: ResponseView) => view.text(), givesMatches: () => false };

/** The operator alone, for values that are no part of an answer. */
export function compileOperation(assertion: Pick<Assertion, 'operator' | 'expected' | 'raw'>): Operation {
  const operator = operatorNamed(assertion.operator);
  const raw = assertion.raw ?? writtenValue(assertion, operator);
  return operationOn(operator, raw);
}

function operatorNamed(name: string): Operator {
  const operator = OPERATORS.get(name);
  if (!operator) throw new ServiceError('request-file', `unknown operator \`${name}\``);
  return operator;
}

function writtenValue(assertion: Pick<Assertion, 'operator' | 'expected'>, { written }: Operator): string {
  return operatorAndValue(assertion).slice(written.length).trim();
}

function operationOn(operator: Operator, raw: string): Operation {
  if (operator.shape === 'each') return eachOperation(operator, raw);
  const rule = OPERATOR_RULES[operator.name];
  if (!rule) throw new ServiceError('request-file', `operator \`${operator.name}\` cannot be used here`);
  return { operator, rule, resolve: expectedReader(operator.shape, raw) };
}

function eachOperation(operator: Operator, raw: string): Operation {
  const site = operatorAt(raw, 0, raw.length);
  const inner =
    site.kind === 'operator'
      ? operationOn(site.operator, raw.slice(site.end).trim())
      : operationOn(operatorNamed('equals'), raw);
  const { check, negated } = inner.rule;
  const rule: OperatorRule = {
    check: each((element, expected, surroundings) => {
      const found = check(element, expected, { ...surroundings, isHeaders: false, isMatches: false });
      return found instanceof Promise ? found.then((it) => passes(it, negated)) : passes(found, negated);
    }),
    negated: operator.name === 'notEach',
    onText: false,
  };
  const resolve: Resolve = (scope) => {
    const expected = inner.resolve(scope);
    return { ...expected, reported: { operator: inner.operator.name, expected: expected.value } };
  };
  return { operator, rule, resolve };
}

/** What does not fit passes in neither form. */
export function passes({ holds }: Outcome, negated: boolean): boolean {
  return holds !== 'unfit' && holds !== negated;
}
