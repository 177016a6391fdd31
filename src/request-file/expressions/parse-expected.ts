/** Parses the value after an operator: separates its comment, parses the literal and checks its kind. */
import { isBlank, isDigit, trimBlanks, trimEnd } from '../text/characters.js';
import type { Json } from '../model/model.js';
import { TYPE_NAMES, type ValueShape } from '../text/operators.js';
import { cutPattern, patternEnd, patternProblem } from './parse-subject.js';
import { findOutsideQuotes, quotedEnd } from '../text/quotes.js';
import { isJsonNumber } from '../../primitives/json/json-number.js';
import { literalView, readLiteral, type Literal } from './parse-value.js';
import { splitBounds } from '../text/split-words.js';
import { openingAt } from '../text/template.js';

export interface ValueSite {
  /** Offset of the end of the value, without blanks before a comment. */
  readonly end: number;
  /** The text after `#`; undefined without a comment. */
  readonly comment: string | undefined;
}

/** Finds the end of the value that starts at `start`, and its comment. */
export function valueSite(text: string, start: number, end: number, isPattern: boolean): ValueSite {
  let at = start;
  const first = text.charCodeAt(start);
  if (first === 34 || first === 39) at = Math.max(quotedEnd(text, start, end), start);
  else if (first === 91 || (first === 123 && text.charCodeAt(start + 1) !== 123))
    at = bracketEnd(text, start, end);
  else if (isPattern && first === 47) at = Math.max(patternEnd(text, start, end), start);
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 35 && isBlank(text.charCodeAt(at - 1))) {
      return { end: trimEnd(text, start, at), comment: trimBlanks(text.slice(at + 1, end)) };
    }
    if (code === 123 && text.charCodeAt(at + 1) === 123) at = openingAt(text, at, end).end - 1;
  }
  return { end: trimEnd(text, start, end), comment: undefined };
}

/** Offset after the bracket that closes the one at `start`; `start` if it is never closed. */
export function bracketEnd(text: string, start: number, end: number): number {
  let depth = 0;
  const stop = findOutsideQuotes(text, start, end, (code) => {
    if (code === 91 || code === 123) depth++;
    return (code === 93 || code === 125) && --depth === 0;
  });
  return stop < end ? stop + 1 : start;
}

export type ParsedExpected =
  | { readonly ok: true; readonly expected: Json }
  | { readonly ok: false; readonly reason: string };

const ok = (expected: Json): ParsedExpected => ({ ok: true, expected });
const failed = (reason: string): ParsedExpected => ({ ok: false, reason });

/** Parses the text of a value for an operator that takes this shape. */
export function readExpected(text: string, shape: ValueShape): ParsedExpected {
  switch (shape) {
    case 'pair':
      return readPair(text);
    case 'approximation':
      return readApproximation(text);
    case 'pattern':
      return readPattern(text);
    case 'path':
    case 'optional-name':
      return readWord(text);
    default:
      return readPlain(text, shape);
  }
}

function readPlain(text: string, shape: ValueShape): ParsedExpected {
  if (shape === 'any' && isSmallInteger(text)) return ok(Number(text));
  const parsed = readLiteral(text);
  if (!parsed.ok) return failed(parsed.reason);
  const { literal } = parsed;
  const problem = isTemplate(literal) ? undefined : kindProblem(literal, shape);
  if (problem !== undefined) return failed(problem);
  return ok(shape === 'type' && literal.kind === 'null' ? 'null' : literalView(literal));
}

/** `[1-9]` and at most 14 further digits, as most expected values are. */
function isSmallInteger(text: string): boolean {
  if (text.length === 0 || text.length > 15 || text.charCodeAt(0) === 48) return false;
  for (let at = 0; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

function isTemplate(literal: Literal): boolean {
  return literal.kind === 'template' || literal.kind === 'quoted-template';
}

function kindProblem(literal: Literal, shape: ValueShape): string | undefined {
  switch (shape) {
    case 'number':
      return isNumeric(literal) ? undefined : 'expected a number';
    case 'count':
      return literal.kind === 'number' && /^\d+$/.test(literal.raw)
        ? undefined
        : 'expected a whole number of at least 0';
    case 'scalar':
      return literal.kind === 'list' || literal.kind === 'object' ? 'expected text' : undefined;
    case 'list':
      return literal.kind === 'list' ? undefined : 'expected a list such as `[200, 201]`';
    case 'type': {
      const word = literal.kind === 'null' ? 'null' : literal.kind === 'string' ? literal.value : '';
      return TYPE_NAMES.has(word) ? undefined : `expected one of ${[...TYPE_NAMES].join(', ')}`;
    }
    default:
      return undefined;
  }
}

function isNumeric(literal: Literal): boolean {
  return literal.kind === 'number' || (literal.kind === 'string' && isJsonNumber(literal.value));
}

/** `between a b`, `between a and b`. */
function readPair(text: string): ParsedExpected {
  const bounds = splitBounds(text);
  if (bounds.length !== 2) return failed('expected two numbers such as `1 and 5`');
  return numbers(bounds, (views) => views);
}

/** `approx n +- d`. */
function readApproximation(text: string): ParsedExpected {
  const match = /\+-|±/.exec(text);
  if (!match) return failed('expected a number and a tolerance such as `9.99 +- 0.01`');
  const texts = [text.slice(0, match.index), text.slice(match.index + match[0].length)].map(trimBlanks);
  return numbers(texts, ([value, delta]) => ({ value: value ?? null, delta: delta ?? null }));
}

function numbers(texts: readonly string[], build: (views: readonly Json[]) => Json): ParsedExpected {
  const views: Json[] = [];
  for (const text of texts) {
    const parsed = readPlain(text, 'number');
    if (!parsed.ok) return parsed;
    views.push(parsed.expected);
  }
  return ok(build(views));
}

function readPattern(text: string): ParsedExpected {
  if (text.startsWith('/') && patternEnd(text, 0, text.length) === text.length) {
    const { source, flags } = cutPattern(text);
    const problem = text.includes('{{') ? undefined : patternProblem(source, flags);
    return problem === undefined ? ok(text) : failed(problem);
  }
  const parsed = readLiteral(text);
  if (!parsed.ok && !text.startsWith('[') && !text.startsWith('{')) return failed(parsed.reason);
  // A bare pattern may begin with a bracket, as in `matches [a-z]+`.
  const pattern = parsed.ok && parsed.literal.kind === 'string' ? parsed.literal.value : text;
  if (parsed.ok && isTemplate(parsed.literal)) return ok(literalView(parsed.literal));
  const problem = patternProblem(pattern, '');
  return problem === undefined ? ok(pattern) : failed(problem);
}

function readWord(text: string): ParsedExpected {
  if (text === '') return ok(null);
  if (!text.startsWith('"') && !text.startsWith("'")) return ok(text);
  const parsed = readLiteral(text);
  return parsed.ok ? ok(literalView(parsed.literal)) : failed(parsed.reason);
}
