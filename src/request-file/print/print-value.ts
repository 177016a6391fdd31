import type {
  Assertion,
  CaptureAlternative,
  CapturedValue,
  Comparison,
  Conditional,
  Json,
} from '../model/model.js';
import { OPERATORS } from '../text/operators.js';
import { patternEnd, readSubject } from '../expressions/parse-subject.js';
import { isOnePlaceholder } from '../text/template.js';
import { toJson } from '../../primitives/json/json-writer.js';
import { isPlainObject } from '../../primitives/plain-object.js';

type Expectation = Pick<Assertion, 'operator' | 'expected' | 'raw' | 'path'>;

/** The text after the subject of a built assertion. */
export function operatorAndValue(expectation: Expectation): string {
  const form = OPERATORS.get(expectation.operator)?.written ?? expectation.operator;
  const value = expectation.raw ?? writtenValue(expectation);
  return value === '' ? form : `${form} ${value}`;
}

/** The conditions after the value of a built item, with a blank before them. */
export function conditionsText({ when, unless }: Conditional): string {
  const first = when === undefined ? '' : ` when ${joined(when)}`;
  return first + (unless ?? []).map((list) => ` unless ${joined(list)}`).join('');
}

function joined(comparisons: readonly Comparison[]): string {
  return comparisons.map(comparisonText).join(' and ');
}

function comparisonText(comparison: Comparison): string {
  return `${comparison.subject} ${operatorAndValue(comparison)}`;
}

/** What follows the first source of a built capture, with a blank before it. */
export function alternativeText(alternative: CaptureAlternative): string {
  const { operator } = alternative;
  const value = 'literal' in alternative ? literal(alternative.literal) : captureSource(alternative);
  return ` ${operator} ${value}`;
}

/** The text of a source of a capture. */
export function captureSource(value: CapturedValue): string {
  const first = value.first ? ' first' : '';
  const match = value.match === undefined ? '' : ` match ${value.match}`;
  return `${plainSource(value)}${first}${match}`;
}

function plainSource({ source, path }: CapturedValue): string {
  switch (source) {
    case 'body':
      return bodySource(path);
    case 'jsonpath':
    case 'xpath':
    case 'header':
    case 'cookie':
    case 'variable':
      return `${source} ${expression(source, path)}`;
    case 'text':
      return `text ${JSON.stringify(path)}`;
    default:
      return path === '' ? source : `${source} ${path}`;
  }
}

function writtenValue({ operator, expected, path }: Expectation): string {
  switch (OPERATORS.get(operator)?.shape) {
    case 'none':
      return '';
    case 'optional-name':
      return expected === null ? '' : literal(expected);
    case 'type':
      return typeof expected === 'string' ? expected : literal(expected);
    case 'pattern':
      return isPattern(expected) ? expected : literal(expected);
    case 'pair':
      return Array.isArray(expected) ? expected.map(templateOrLiteral).join(' ') : literal(expected);
    case 'approximation':
      return `${templateOrLiteral(member(expected, 'value'))} +- ${templateOrLiteral(member(expected, 'delta'))}`;
    case 'number':
    case 'count':
    case 'list':
      return templateOrLiteral(expected);
    case 'each': {
      const inner = member(expected, 'operator');
      const operation = operatorAndValue({
        operator: typeof inner === 'string' ? inner : '',
        expected: member(expected, 'expected'),
      });
      return path === undefined ? operation : `.${path} ${operation}`;
    }
    default:
      return literal(expected);
  }
}

/** A placeholder stays unquoted, because quotes would turn a number or a list into text. */
function templateOrLiteral(value: Json): string {
  return typeof value === 'string' && isOnePlaceholder(value) ? value : literal(value);
}

function literal(value: Json): string {
  return toJson(value);
}

function isPattern(value: Json): value is string {
  return typeof value === 'string' && patternEnd(value, 0, value.length) === value.length;
}

function member(value: Json, key: 'value' | 'delta' | 'operator' | 'expected'): Json {
  if (!isPlainObject(value)) return null;
  return (value as Readonly<Record<string, Json>>)[key] ?? null;
}

/** A path that starts with `$` gets no `body.`, after which `$` would be a key. */
function bodySource(path: string): string {
  if (path === '') return 'body';
  if (path.startsWith('[')) return `body${path}`;
  return path === '$' || path.startsWith('$.') || path.startsWith('$[') ? path : `body.${path}`;
}

/** Unquoted if that parses back to the same path, else in quotes. */
function expression(source: 'jsonpath' | 'xpath' | 'header' | 'cookie' | 'variable', path: string): string {
  // Single quotes avoid escapes.
  const plain = path.includes('"') && !/['\\\p{Cc}]/u.test(path);
  const quoted = plain ? `'${path}'` : JSON.stringify(path);
  return readsBack(source, path) ? path : quoted;
}

function readsBack(source: string, path: string): boolean {
  const text = `${source} ${path}`;
  const { subject, end } = readSubject(text, 0, text.length, () => false);
  if (end !== text.length) return false;
  return 'expression' in subject ? subject.expression === path : 'name' in subject && subject.name === path;
}
