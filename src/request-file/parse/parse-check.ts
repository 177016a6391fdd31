/** Reads `?? subject operator value`, the checks of httpyac, as assertions. */
import type { Assertion } from '../model/model.js';
import { readAssertion } from './parse-assertion.js';
import { ParseState } from './parse-state.js';

/** What a check means, or why it means nothing here. */
export type CheckReading = { readonly assertion: Omit<Assertion, 'line'> } | { readonly reason: string };

/** Longest first, so that `>=` is not read as `>`. */
const OPERATORS = [
  ['==', '=='],
  ['!=', '!='],
  ['>=', '>='],
  ['<=', '<='],
  ['>', '>'],
  ['<', '<'],
  ['startsWith', 'startsWith'],
  ['endsWith', 'endsWith'],
  ['includes', 'contains'],
  ['contains', 'contains'],
] as const;

/** Operators without a value, with what they mean. */
const PREDICATES: ReadonlyMap<string, string> = new Map([
  ['exists', 'exists'],
  ['isTrue', '== true'],
  ['isFalse', '== false'],
  ['isNumber', 'type number'],
  ['isBoolean', 'type boolean'],
  ['isString', 'type string'],
  ['isArray', 'type array'],
]);

const WORD = /^(status|duration|body|header|xpath|js)(?:[ \t]+(.*))?$/s;
const MAX_LENGTH = 2000;

/** `text` is the whole line. */
export function readCheck(text: string): CheckReading {
  const written = text.replace(/^\?\?/, '').trim();
  if (written.length > MAX_LENGTH) return { reason: 'it is too long' };
  const [, word, rest = ''] = WORD.exec(written) ?? [];
  if (word === undefined) return { reason: 'its subject is not read' };
  const hash = word === 'body' ? hashCheck(rest) : undefined;
  if (hash !== undefined) return hash;
  const parts = splitOperator(rest, word === 'status' || word === 'duration' || word === 'body');
  if (parts === undefined) return { reason: 'its operator is not read' };
  const subject = subjectOf(word, parts.subject);
  if (subject === undefined) return { reason: 'its expression is not read' };
  return assertionOf(`expect ${subject} ${parts.operator}`);
}

interface Parts {
  readonly subject: string;
  /** The operator with its value, as assertions write them. */
  readonly operator: string;
}

/** Splits at the last operator between blanks, because expressions contain others. */
function splitOperator(rest: string, startsWithOperator: boolean): Parts | undefined {
  const padded = startsWithOperator ? ` ${rest}` : rest;
  const predicate = /^(.*?)[ \t]+(\w+)[ \t]*$/s.exec(padded);
  const unary = PREDICATES.get(predicate?.[2] ?? '');
  if (predicate && unary !== undefined) return { subject: (predicate[1] ?? '').trim(), operator: unary };
  let found: { readonly at: number; readonly parts: Parts } | undefined;
  for (const [written, operator] of OPERATORS) {
    const at = padded.lastIndexOf(` ${written} `);
    if (at < 0 || (found && found.at >= at)) continue;
    const value = valueText(padded.slice(at + written.length + 2).trim());
    found = { at, parts: { subject: padded.slice(0, at).trim(), operator: `${operator} ${value}` } };
  }
  return found?.parts;
}

/** Numbers, words of JSON, texts in quotes and placeholders stay; anything else is text. */
function valueText(written: string): string {
  if (/^(?:-?\d+(?:\.\d+)?|true|false|null|\{\{[^{}]*\}\})$/.test(written)) return written;
  const [, , quoted] = /^(["'])(.*)\1$/s.exec(written) ?? [];
  return JSON.stringify(quoted ?? written);
}

function subjectOf(word: string, expression: string): string | undefined {
  switch (word) {
    case 'status':
    case 'duration':
      return expression === '' ? word : undefined;
    case 'body':
      return expression === '' ? 'body' : undefined;
    case 'header':
      return /^[\w!#$%&'*+.^`|~-]+$/.test(expression) ? `header ${expression}` : undefined;
    case 'xpath':
      return expression === '' ? undefined : `xpath ${JSON.stringify(expression)}`;
    default:
      return scriptSubject(expression);
  }
}

const PATH = '((?:\\.[A-Za-z_$][\\w$]*|\\[\\d+\\]|\\["[^"\\\\]*"\\])*)';
const BODY = new RegExp(`^response\\.parsedBody${PATH}$`);
const HEADER = /^response\.headers(?:\.([\w-]+)|\[(["'])([\w-]+)\2\])$/;

/** What an expression of a script looks at; undefined for one that computes. */
function scriptSubject(expression: string): string | undefined {
  if (/^response\.(?:statusCode|status)$/.test(expression)) return 'status';
  if (expression === 'response.body') return 'body';
  if (expression === 'response.timings.total') return 'duration';
  const header = HEADER.exec(expression);
  if (header) return `header ${header[1] ?? header[3] ?? ''}`;
  const body = BODY.exec(expression.replaceAll('?.', '.'));
  return body ? `body${body[1] ?? ''}` : undefined;
}

/** `body sha256 <hex or Base64>`. */
function hashCheck(rest: string): CheckReading | undefined {
  const [, name, value = ''] = /^(md5|sha256|sha512)[ \t]+(\S+)$/.exec(rest) ?? [];
  if (name === undefined) return undefined;
  if (name !== 'sha256') return { reason: `the hash ${name} of a response is not checked` };
  const hex = /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : hexOfBase64(value);
  if (hex?.length !== 64) return { reason: 'its value is no SHA-256 hash' };
  return assertionOf(`expect sha256 == ${hex}`);
}

function hexOfBase64(value: string): string | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(value)) return undefined;
  return Array.from(atob(value), (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
}

function assertionOf(line: string): CheckReading {
  const state = new ParseState(line);
  const found = readAssertion(state, 0, 'response');
  if (found === undefined) return { reason: 'it is no assertion of this language' };
  const { line: _line, ...assertion } = found;
  return { assertion };
}
