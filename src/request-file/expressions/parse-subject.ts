/** Parses subjects of assertions and sources of captures; see docs/language.md#subjects. */
import { isAsciiLetter, isBlank, isDigit, skipBlanks } from '../text/characters.js';
import { pathProblem } from './parse-path.js';
import { findOutsideQuotes, quotedEnd, readQuoted } from '../text/quotes.js';

/** Reserved words for subjects; any other word is a body path without `body.`. */
export const SUBJECT_WORDS = [
  'status',
  'duration',
  'p50',
  'p95',
  'p99',
  'size',
  'sha256',
  'url',
  'header',
  'cookie',
  'body',
  'jsonpath',
  'xpath',
  'regex',
  'variable',
] as const;

export type Subject =
  | { readonly kind: 'status' | 'duration' | 'size' | 'sha256' | 'url' | 'headers' }
  | { readonly kind: 'header' | 'cookie' | 'variable'; readonly name: string }
  | { readonly kind: 'jsonpath' | 'xpath'; readonly expression: string }
  | { readonly kind: 'regex'; readonly pattern: string; readonly flags: string }
  | { readonly kind: 'body'; readonly path: string };

export interface SubjectSite {
  readonly subject: Subject;
  /** The source text with one blank between its words. */
  readonly text: string;
  readonly end: number;
  /** The reason why it is invalid. */
  readonly problem?: string | undefined;
}

const STATUS: Subject = { kind: 'status' };

type NextIsOperator = (text: string, at: number, end: number) => boolean;

/** Parses the subject that starts at `start`; the caller decides what an operator is. */
export function readSubject(
  text: string,
  start: number,
  end: number,
  nextIsOperator: NextIsOperator,
): SubjectSite {
  const stop = subjectEnd(text, start, end);
  const word = text.slice(start, stop);
  // No other word begins like `body`, with which most subjects begin.
  if (text.charCodeAt(start) === 98) return bodyPath(word, stop);
  const next = skipBlanks(text, stop, end);
  switch (word) {
    case 'status':
      return { subject: STATUS, text: 'status', end: stop };
    case 'size':
    case 'sha256':
    case 'url':
    case 'duration':
      return { subject: { kind: word }, text: word, end: stop };
    case 'p50':
    case 'p95':
    case 'p99':
      return { subject: { kind: 'duration' }, text: word, end: stop };
    case 'header':
      if (next >= end || nextIsOperator(text, next, end))
        return { subject: { kind: 'headers' }, text: word, end: stop };
      return operand(word, text, next, end);
    case 'cookie':
    case 'jsonpath':
    case 'xpath':
      return operand(word, text, next, end);
    case 'regex':
      return pattern(text, next, end);
    case 'variable':
      // Alone it is the path of a key with this name.
      if (next >= end || text.charCodeAt(next) === 35 || nextIsOperator(text, next, end))
        return bodyPath(word, stop);
      return operand(word, text, next, end);
    default:
      return bodyPath(word, stop);
  }
}

/** Parses a column of a database row: a word, or any text in quotes. */
export function readColumn(text: string, start: number, end: number): SubjectSite {
  const quoted = quotedEnd(text, start, end);
  const stop = quoted > 0 ? quoted : wordEnd(text, start, end);
  const word = text.slice(start, stop);
  return { subject: { kind: 'body', path: word }, text: word, end: stop };
}

function bodyPath(word: string, end: number): SubjectSite {
  const prefix = word === 'body' || word.startsWith('body[') ? 4 : word.startsWith('body.') ? 5 : 0;
  const path = word.slice(prefix);
  const problem = word === 'body.' ? 'a key is missing' : pathProblem(path);
  return { subject: { kind: 'body', path }, text: word, end, problem };
}

/** A name or an expression after its keyword, in quotes or not. */
function operand(
  kind: 'header' | 'cookie' | 'variable' | 'jsonpath' | 'xpath',
  text: string,
  start: number,
  end: number,
): SubjectSite {
  const isName = kind !== 'jsonpath' && kind !== 'xpath';
  const quoted = quotedEnd(text, start, end);
  const stop = quoted > 0 ? quoted : isName ? wordEnd(text, start, end) : expressionEnd(text, start, end);
  const written = text.slice(start, stop);
  const value = quoted > 0 ? unquote(written) : written;
  const subject: Subject = isName ? { kind, name: value } : { kind, expression: value };
  if (written !== '') return { subject, text: `${kind} ${written}`, end: stop };
  return { subject, text: kind, end: stop, problem: `${isName ? 'a name' : 'an expression'} is missing` };
}

function pattern(text: string, start: number, end: number): SubjectSite {
  const stop = patternEnd(text, start, end);
  if (stop < 0) {
    const subject: Subject = { kind: 'regex', pattern: '', flags: '' };
    const problem = 'expected `/pattern/flags`';
    return { subject, text: 'regex', end: expressionEnd(text, start, end), problem };
  }
  const written = text.slice(start, stop);
  const { source, flags } = cutPattern(written);
  const subject: Subject = { kind: 'regex', pattern: source, flags };
  return { subject, text: `regex ${written}`, end: stop, problem: patternProblem(source, flags) };
}

/** A subject ends at a blank or an operator symbol outside brackets, parentheses and quotes. */
export function subjectEnd(text: string, start: number, end: number): number {
  const plainEnd = plainWordEnd(text, start, end);
  if (plainEnd === end || endsWord(text, text.charCodeAt(plainEnd), plainEnd)) return plainEnd;
  let depth = 0;
  const stop = findOutsideQuotes(text, start, end, (code, at) => {
    if (code === 91 || code === 40) depth++;
    else if (code === 93 || code === 41) depth--;
    return depth <= 0 && endsWord(text, code, at);
  });
  return depth > 0 ? wordEnd(text, start, end) : stop;
}

/** The offset after letters, digits, dots, `_` and `-`, of which most subjects consist. */
function plainWordEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (!isAsciiLetter(code) && !isDigit(code) && code !== 46 && code !== 95 && code !== 45) break;
    at++;
  }
  return at;
}

/** The same for a word in which brackets and quotes have no meaning. */
function wordEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !endsWord(text, text.charCodeAt(at), at)) at++;
  return at;
}

function endsWord(text: string, code: number, at: number): boolean {
  if (code === 33) return text.charCodeAt(at + 1) === 61;
  return isBlank(code) || code === 61 || code === 60 || code === 62;
}

/** An unquoted expression ends at the first blank outside brackets, parentheses and quotes. */
function expressionEnd(text: string, start: number, end: number): number {
  let depth = 0;
  return findOutsideQuotes(text, start, end, (code) => {
    if (code === 91 || code === 40) depth++;
    else if (code === 93 || code === 41) depth--;
    return depth <= 0 && isBlank(code);
  });
}

function unquote(quoted: string): string {
  const parsed = readQuoted(quoted, 0);
  return 'text' in parsed ? parsed.text : quoted;
}

/**
 * The offset after a `/…/flags` pattern, which ends at its first unescaped `/` that is followed by flags and then a
 * blank or the end of the line; -1 if there is none.
 */
export function patternEnd(text: string, start: number, end: number): number {
  if (text.charCodeAt(start) !== 47) return -1;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 47) {
      let stop = at + 1;
      while (stop < end && isAsciiLetter(text.charCodeAt(stop))) stop++;
      if (stop === end || isBlank(text.charCodeAt(stop))) return stop;
      // The skipped letters contain no slash, so the scan stays linear.
      at = stop - 1;
    }
  }
  return -1;
}

export function cutPattern(written: string): { readonly source: string; readonly flags: string } {
  const slash = written.lastIndexOf('/');
  return { source: written.slice(1, slash), flags: written.slice(slash + 1) };
}

/** The reason why a pattern is no ECMAScript Unicode pattern with flags `i m s`. */
export function patternProblem(source: string, flags: string): string | undefined {
  const unknown = /[^ims]/.exec(flags);
  if (unknown) return `unknown flag \`${unknown[0]}\`; use i, m or s`;
  try {
    void new RegExp(source, `${flags}u`);
    return undefined;
  } catch (cause) {
    // The message of the engine repeats the whole pattern before its reason.
    const reason = cause instanceof Error ? cause.message.slice(cause.message.lastIndexOf(': ') + 2) : '';
    return `invalid pattern: ${reason.toLowerCase().slice(0, 80)}`;
  }
}
