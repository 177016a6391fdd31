/** Reads the operator of an assertion or comparison, and its value. */
import { nearest } from '../../primitives/near-names.js';
import type { DiagnosticCode, MessageValues } from '../model/diagnostic.js';
import type { Json } from '../model/model.js';
import { isBlank, skipBlanks, trimEnd } from '../text/characters.js';
import { OPERATORS, OPERATOR_WORDS, type Operator, type ValueShape } from '../text/operators.js';
import { readExpected, valueSite } from './parse-expected.js';
import { operatorAt } from './parse-operator.js';
import { pathProblem } from './parse-path.js';
import { subjectEnd } from './parse-subject.js';

/** What a reader reports to: the state of the parser, or nobody while it only tries whether a text can be read. */
export interface OperationSink {
  readonly text: string;
  report(code: DiagnosticCode, start: number, end: number, values?: MessageValues, variant?: number): void;
  notePlaceholders(start: number, end: number): void;
  nearName(word: string, names: readonly string[]): string | undefined;
}

/** The conditions after a value. */
export interface AfterValue {
  /** The offset of their first word. */
  readonly start: number;
  readonly comment: string | undefined;
}

export interface ValueRegion {
  /** The offset after the operator. */
  readonly from: number;
  readonly start: number;
  /** The offset after the value, if nothing but a comment follows. */
  readonly end: number;
  readonly shape: ValueShape;
}

export interface OperationRules<After extends AfterValue> {
  /** Where the operators of `OUTERMOST` are not allowed. */
  readonly within?: 'each' | 'database' | 'condition';
  /** Finds what follows the value beside a comment. */
  readonly after?: ((region: ValueRegion) => After | undefined) | undefined;
}

export interface Operation<After extends AfterValue> {
  readonly operator: Operator;
  readonly expected: Json;
  readonly raw: string;
  readonly comment: string | undefined;
  /** The offset after the value, or after the operator if it takes none. */
  readonly end: number;
  /** The path in every element, for `each .path`. */
  readonly path?: string;
  readonly after: After | undefined;
}

const EQUALS_OPERATOR = OPERATORS.get('equals') as Operator;
/** Operators that are allowed neither inside `each` nor in database checks. */
const OUTERMOST: ReadonlySet<string> = new Set(['each', 'notEach', 'schema', 'notSchema', 'snapshot']);

/** Reads operator and value from `at` on. */
export function readOperation<After extends AfterValue = AfterValue>(
  sink: OperationSink,
  at: number,
  end: number,
  rules: OperationRules<After> = {},
): Operation<After> | undefined {
  const { text } = sink;
  const site = operatorAt(text, at, end);
  if (site.kind === 'unknown') return unknownOperator(sink, at, site.end, site.word);
  const operator = site.kind === 'operator' ? site.operator : EQUALS_OPERATOR;
  const operatorEnd = site.kind === 'operator' ? site.end : at;
  if (rules.within !== undefined && isRefused(operator, rules.within)) {
    if (rules.within !== 'database')
      return unknownOperator(sink, at, operatorEnd, text.slice(at, operatorEnd));
    sink.report('db_syntax', at, operatorEnd);
    return undefined;
  }
  const start = skipBlanks(text, operatorEnd, end);
  if (operator.shape === 'each' && start < end) {
    const inner = readEach(sink, operator, start, end, rules);
    if (inner !== 'empty') return inner;
  }
  const value = valueSite(text, start, end, operator.shape === 'pattern');
  const after = rules.after?.({ from: operatorEnd, start, end: value.end, shape: operator.shape });
  const valueEnd = after ? trimEnd(text, Math.min(start, after.start), after.start) : value.end;
  const comment = after ? after.comment : value.comment;
  if (site.kind === 'none' && site.not) sink.report('suspicious_value', at, valueEnd);
  else if (site.kind === 'none') reportNearOperator(sink, at, valueEnd);
  const empty = start >= valueEnd;
  if (operator.shape === 'none') {
    if (empty) return { operator, expected: null, raw: '', comment, end: operatorEnd, after };
    sink.report('unexpected_value', start, valueEnd, { operator: text.slice(at, operatorEnd) });
    return undefined;
  }
  if (empty && operator.shape !== 'optional-name') {
    sink.report('missing_value', at, Math.max(operatorEnd, at + 1), {
      operator: text.slice(at, operatorEnd) || '==',
    });
    return undefined;
  }
  const raw = empty ? '' : text.slice(start, valueEnd);
  const parsed = readExpected(raw, operator.shape);
  if (!parsed.ok) {
    sink.report('bad_value', start, valueEnd, { reason: parsed.reason });
    return undefined;
  }
  sink.notePlaceholders(start, valueEnd);
  return { operator, expected: parsed.expected, raw, comment, end: empty ? operatorEnd : valueEnd, after };
}

/** A snapshot is stored when it is compared, which no condition may do. */
function isRefused({ name }: Operator, within: 'each' | 'database' | 'condition'): boolean {
  return within === 'condition' ? name === 'snapshot' : OUTERMOST.has(name);
}

/** The operator of each element, after the path in it; `empty` if nothing follows but a comment. */
function readEach<After extends AfterValue>(
  sink: OperationSink,
  operator: Operator,
  start: number,
  end: number,
  { after }: OperationRules<After>,
): Operation<After> | undefined | 'empty' {
  const { text } = sink;
  if (text.charCodeAt(start) === 35 && isBlank(text.charCodeAt(start - 1))) return 'empty';
  const pathSite = elementPath(text, start, end);
  const inner = readOperation(sink, pathSite?.next ?? start, end, { within: 'each', after });
  if (!inner) return undefined;
  const raw = text.slice(start, inner.end);
  const expected = { operator: inner.operator.name, expected: inner.expected };
  const read = { operator, expected, raw, comment: inner.comment, end: inner.end, after: inner.after };
  return pathSite ? { ...read, path: pathSite.path } : read;
}

/** The `.path` of `each .path <operator>`; a text that begins with a dot and no operator follows is a value. */
export function elementPath(
  text: string,
  start: number,
  end: number,
): { readonly path: string; readonly next: number } | undefined {
  if (text.charCodeAt(start) !== 46) return undefined;
  const stop = subjectEnd(text, start, end);
  const path = text.slice(start + 1, stop);
  const next = skipBlanks(text, stop, end);
  if (path === '' || next >= end || operatorAt(text, next, end).kind === 'none') return undefined;
  return pathProblem(path) === undefined ? { path, next } : undefined;
}

/** `expect status eqals 200` compares with a text, which nobody means. */
function reportNearOperator(sink: OperationSink, at: number, end: number): void {
  const [word] = OPERATOR_LIKE.exec(sink.text.slice(at, Math.min(end, at + 20))) ?? [];
  const near = word === undefined ? undefined : sink.nearName(word, LONG_OPERATOR_NAMES);
  if (word === undefined || near === undefined) return;
  sink.report('suspicious_value', at, at + word.length, { word, near }, 1);
}

/** Shorter words are near too many others. */
const OPERATOR_LIKE = /^[a-z][A-Za-z]{4,11}(?=[ \t]+\S)/;
const LONG_OPERATOR_NAMES = [...OPERATOR_WORDS.values()]
  .map(({ name }) => name)
  .filter(({ length }) => length >= 5);

function unknownOperator(sink: OperationSink, start: number, end: number, word: string): undefined {
  const names = [...OPERATOR_WORDS.values()].map((operator) => operator.name);
  const bare = word.replace(/^!|^not[ \t]+/i, '');
  const near = nearest(bare, names, 1)[0];
  const shown =
    near === undefined || near.toLowerCase() === bare.toLowerCase()
      ? undefined
      : word.startsWith('!')
        ? `!${near}`
        : near;
  const variant = shown === undefined ? 1 : 0;
  sink.report('unknown_operator', start, end, { text: word, near: shown ?? '' }, variant);
  return undefined;
}
