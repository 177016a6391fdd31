import type { Assertion, Capture, Json } from '../model/model.js';
import { OPERATORS } from '../text/operators.js';
import { patternEnd, readSubject } from '../expressions/parse-subject.js';
import { isOnePlaceholder } from '../text/template.js';
import { toJson } from '../../primitives/json/json-writer.js';
import { isPlainObject } from '../../primitives/plain-object.js';

type Expectation = Pick<Assertion, 'operator' | 'expected' | 'raw'>;

/** The text after the subject of a built assertion. */
export function operatorAndValue(expectation: Expectation): string {
  const form = OPERATORS.get(expectation.operator)?.written ?? expectation.operator;
  const value = expectation.raw ?? writtenValue(expectation);
  return value === '' ? form : `${form} ${value}`;
}

/** The text after `from` in a built capture. */
export function captureSource({ source, path }: Pick<Capture, 'source' | 'path'>): string {
  switch (source) {
    case 'body':
      return bodySource(path);
    case 'jsonpath':
    case 'xpath':
    case 'header':
    case 'cookie':
      return `${source} ${expression(source, path)}`;
    default:
      return path === '' ? source : `${source} ${path}`;
  }
}

function writtenValue({ operator, expected }: Expectation): string {
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
      return operatorAndValue({
        operator: typeof inner === 'string' ? inner : '',
        expected: member(expected, 'expected'),
      });
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
function expression(source: 'jsonpath' | 'xpath' | 'header' | 'cookie', path: string): string {
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
