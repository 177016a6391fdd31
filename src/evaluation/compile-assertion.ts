/** Compiles assertions: subject, operator and value are read from their text once. */
import type { Comparison } from '../request-file/model/model.js';
import { OPERATORS, type Operator } from '../request-file/text/operators.js';
import { elementPath } from '../request-file/expressions/parse-operation.js';
import { operatorAt } from '../request-file/expressions/parse-operator.js';
import { readPath } from '../request-file/expressions/parse-path.js';
import { readSubject, type Subject } from '../request-file/expressions/parse-subject.js';
import { operatorAndValue } from '../request-file/print/print-value.js';
import { ServiceError } from '../errors.js';
import { expectedReader, type ResolveExpected } from './operators/expected.js';
import { OPERATOR_RULES, type OperatorRule } from './operators/all-operators.js';
import { each } from './operators/each.js';
import type { Outcome } from './operators/operator.js';
import type { ResponseView } from './response/response-view.js';
import { ABSENT } from './values/absent.js';
import { valueAtPath } from './values/body-path.js';
import { subjectReader, type SubjectReader } from './subjects.js';

export interface CompiledAssertion {
  readonly subject: Subject;
  readonly reader: SubjectReader;
  readonly operation: CompiledOperation;
}

export interface CompiledOperation {
  readonly operator: Operator;
  readonly rule: OperatorRule;
  readonly resolve: ResolveExpected;
}

const MAX_COMPILED = 2000;
const MAX_KEY_LENGTH = 10_000;
/** Keyed by text, since files repeat the same assertions and each parse of a file makes new objects. */
const kept = new Map<string, CompiledAssertion>();

export function compileAssertion(assertion: Comparison): CompiledAssertion {
  const { subject, operator, raw } = assertion;
  if (raw === undefined || subject.length + raw.length > MAX_KEY_LENGTH) return compile(assertion);
  const key = `${operator}\n${subject}\n${raw}`;
  let compiled = kept.get(key);
  if (compiled === undefined) {
    compiled = compile(assertion);
    if (kept.size >= MAX_COMPILED) kept.clear();
    kept.set(key, compiled);
  }
  return compiled;
}

function compile(assertion: Comparison): CompiledAssertion {
  const { subject } = readSubject(assertion.subject, 0, assertion.subject.length, () => false);
  const operation = compileOperator(assertion);
  const isRaw = operation.rule.onText && subject.kind === 'body' && subject.path === '';
  const reader = isRaw ? RAW_TEXT : subjectReader(subject);
  return { subject, reader, operation };
}

/** For these operators `body` is always the raw text. */
const RAW_TEXT: SubjectReader = { read: (view: ResponseView) => view.text(), givesMatches: () => false };

/** Compiles the operator alone, for values that are not part of a response. */
export function compileOperator(
  assertion: Pick<Comparison, 'operator' | 'expected' | 'raw' | 'path'>,
): CompiledOperation {
  const operator = operatorNamed(assertion.operator);
  const raw = assertion.raw ?? writtenValue(assertion, operator);
  return operationOn(operator, raw);
}

function operatorNamed(name: string): Operator {
  const operator = OPERATORS.get(name);
  if (!operator) throw new ServiceError('request-file', `unknown operator \`${name}\``);
  return operator;
}

function writtenValue(
  assertion: Pick<Comparison, 'operator' | 'expected' | 'path'>,
  { written }: Operator,
): string {
  return operatorAndValue(assertion).slice(written.length).trim();
}

function operationOn(operator: Operator, raw: string): CompiledOperation {
  if (operator.shape === 'each') return eachOperation(operator, raw);
  const rule = OPERATOR_RULES[operator.name];
  if (!rule) throw new ServiceError('request-file', `operator \`${operator.name}\` cannot be used here`);
  return { operator, rule, resolve: expectedReader(operator.shape, raw) };
}

function eachOperation(operator: Operator, raw: string): CompiledOperation {
  const path = elementPath(raw, 0, raw.length);
  const start = path?.next ?? 0;
  const site = operatorAt(raw, start, raw.length);
  const inner =
    site.kind === 'operator'
      ? operationOn(site.operator, raw.slice(site.end).trim())
      : operationOn(operatorNamed('equals'), raw);
  const { check, negated } = inner.rule;
  const partOf = path === undefined ? whole : partReader(path.path);
  const rule: OperatorRule = {
    check: each((element, expected, context) => {
      const found = check(partOf(element), expected, { ...context, isHeaders: false, isMatches: false });
      return found instanceof Promise ? found.then((it) => passes(it, negated)) : passes(found, negated);
    }),
    negated: operator.name === 'notEach',
    onText: false,
  };
  const resolve: ResolveExpected = (scope) => {
    const expected = inner.resolve(scope);
    const reported = { operator: inner.operator.name, expected: expected.value };
    return { ...expected, reported: path === undefined ? reported : { path: path.path, ...reported } };
  };
  return { operator, rule, resolve };
}

function whole(element: unknown): unknown {
  return element;
}

/** Reads the value at a path of an element, or ABSENT. */
function partReader(path: string): (element: unknown) => unknown {
  const reading = readPath(path);
  return (element) => (reading.ok ? valueAtPath(element, reading.steps) : ABSENT);
}

/** A value that does not suit the operator passes neither with it nor with its negation. */
export function passes({ holds }: Outcome, negated: boolean): boolean {
  return holds !== 'unfit' && holds !== negated;
}
