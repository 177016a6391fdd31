/** Reads `?? subject operator value`, the checks of httpyac, as assertions. */
import type { Assertion } from '../model/model.js';
import { readAssertion } from './parse-assertion.js';
import { ParseState } from './parse-state.js';

/** What a check means, or why it means nothing here. */
export type CheckReading = { readonly assertion: Omit<Assertion, 'line'> } | { readonly reason: string };

/** Longest first, so that `>=` is not read as `>`. */
const OPERATORS = [
  '===',
  '!==',
  '==',
  '!=',
  '>=',
  '<=',
  '>',
  '<',
  'startsWith',
  'endsWith',
  'includes',
  'contains',
] as const;

/** Operators without a value, with what they mean: `exists` asks for a value that is not empty either. */
const PREDICATES: ReadonlyMap<string, string> = new Map([
  ['exists', 'truthy'],
  ['isTrue', 'truthy'],
  ['isFalse', '!truthy'],
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
  const operation = parts.value === undefined ? parts.operator : operationOf(subject, parts);
  if (operation === undefined) return { reason: 'its value is of another type' };
  return assertionOf(`expect ${subject} ${operation}`);
}

interface Parts {
  readonly subject: string;
  readonly operator: string;
  readonly value: string | undefined;
}

/** Splits at the last operator between blanks, because expressions contain others. */
function splitOperator(rest: string, startsWithOperator: boolean): Parts | undefined {
  const padded = startsWithOperator ? ` ${rest}` : rest;
  const predicate = /^(.*?)[ \t]+(\w+)[ \t]*$/s.exec(padded);
  const unary = PREDICATES.get(predicate?.[2] ?? '');
  if (predicate && unary !== undefined)
    return { subject: (predicate[1] ?? '').trim(), operator: unary, value: undefined };
  let found: { readonly at: number; readonly parts: Parts } | undefined;
  for (const operator of OPERATORS) {
    const at = padded.lastIndexOf(` ${operator} `);
    if (at < 0 || (found && found.at >= at)) continue;
    const value = padded.slice(at + operator.length + 2).trim();
    found = {
      at,
      parts: { subject: padded.slice(0, at).trim(), operator: operator.replace(/^([!=]=)=$/, '$1'), value },
    };
  }
  return found?.parts;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PLACEHOLDER = /^\{\{[^{}]*\}\}$/;

/**
 * The operator with its value. The client gives the value the type of what it is compared with, so that numbers and
 * texts are equal if they are written alike.
 */
function operationOf(subject: string, { operator, value = '' }: Parts): string | undefined {
  const word = operator === 'includes' ? 'contains' : operator;
  const isEqual = operator === '==' || operator === '!=';
  const isNumber = NUMBER.test(value);
  if (/^[<>]/.test(operator)) return isNumber || PLACEHOLDER.test(value) ? `${operator} ${value}` : undefined;
  if (!isEqual) return `${word} ${quotedText(value)}`;
  if (value === 'null') return operator === '==' ? 'type null' : '!== null';
  if (subject.startsWith('xpath ')) return `${operator} ${isNumber ? value : quotedText(value)}`;
  if (PLACEHOLDER.test(value) || subject === 'status' || subject === 'duration')
    return isNumber || PLACEHOLDER.test(value) ? `${operator} ${value}` : undefined;
  if (subject.startsWith('header ')) return `${operator}= ${quotedText(value)}`;
  // Truth and lists are converted, and could be equal to what they differ from here.
  if (operator === '!=') return undefined;
  if (/^(?:true|false)$/.test(value)) return `== ${value}`;
  // `5.0` is another text than `5`, and the same number.
  return isNumber ? `matches /^${value.replace('.', String.raw`\.`)}$/` : `== ${quotedText(value)}`;
}

/** Quotes belong to the value for the client too. */
function quotedText(written: string): string {
  return JSON.stringify(written);
}

function subjectOf(word: string, expression: string): string | undefined {
  switch (word) {
    case 'status':
    case 'duration':
      return expression === '' ? word : undefined;
    case 'body':
      return expression === '' ? 'body' : bodySubject(`response.parsedBody.${expression}`);
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
  return bodySubject(expression);
}

function bodySubject(expression: string): string | undefined {
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
