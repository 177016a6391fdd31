/** Parses `[global] <name> from <source> {(?? or ||) <source or literal>} [when <condition>] {unless <condition>}`. */
import { isBlank, isLetter, isNameCharacter, skipBlanks, trimEnd, wordEnd } from '../text/characters.js';
import type { Capture, CaptureAlternative, CapturedValue } from '../model/model.js';
import { conditionReader, expressionProblem, noteConditions } from './parse-assertion.js';
import { bracketEnd, valueSite } from '../expressions/parse-expected.js';
import {
  cutPattern,
  patternEnd,
  patternProblem,
  readSubject,
  type Subject,
} from '../expressions/parse-subject.js';
import { literalView, readLiteral, type Literal } from '../expressions/parse-value.js';
import { quotedEnd, readQuoted } from '../text/quotes.js';
import { noteOwnSubject } from './name-sites.js';
import type { ParseState } from './parse-state.js';

export function readCapture(state: ParseState, first: number): Capture | undefined {
  const { text, reader } = state;
  const end = trimEnd(text, first, reader.end);
  const global = isGlobal(text, first, end);
  const nameStart = global ? skipBlanks(text, first + GLOBAL.length, end) : first;
  const nameStop = captureNameEnd(text, nameStart, end);
  const from = skipBlanks(text, nameStop, end);
  if (nameStop === nameStart || from === nameStop || !isFrom(text, from, end)) {
    const isUnnamed = nameStop === nameStart || from === nameStop || from >= end;
    return reportSyntax(state, isUnnamed ? first : from, end);
  }
  const start = skipBlanks(text, from + 4, end);
  if (start >= end || text.charCodeAt(start) === 35)
    return reportSyntax(state, from, Math.min(from + 4, end));
  const source = readSource(state, start, end);
  if (!source) return undefined;
  const name = text.slice(nameStart, nameStop);
  const { value } = source;
  const plain: Capture =
    value.match === undefined && value.first === undefined
      ? { name, source: value.source, path: value.path, line: reader.line }
      : { name, ...value, line: reader.line };
  if (source.end === end && !global) {
    state.addName('capture', 'definition', name, reader.line, nameStart - reader.start + 1);
    return plain;
  }
  const rest = readRest(state, source.end, end);
  if (!rest) return undefined;
  state.addName('capture', 'definition', name, reader.line, nameStart - reader.start + 1);
  return { ...plain, ...(global && { global }), ...rest };
}

const GLOBAL = 'global';

/** `global x from …`, but `global from …` is a capture of that name. */
function isGlobal(text: string, first: number, end: number): true | undefined {
  const stop = first + GLOBAL.length;
  const code = text.charCodeAt(first);
  if (code !== 103 && code !== 71) return undefined;
  if (!isBlank(text.charCodeAt(stop)) || text.slice(first, stop).toLowerCase() !== GLOBAL) return undefined;
  const next = skipBlanks(text, stop, end);
  return next >= end || isFrom(text, next, end) ? isDoubleFrom(text, next, end) : true;
}

/** `global from from …` captures a global that is called `from`. */
function isDoubleFrom(text: string, at: number, end: number): true | undefined {
  const next = skipBlanks(text, at + 4, end);
  return isFrom(text, at, end) && next + 4 < end && isFrom(text, next, end) ? true : undefined;
}

type Rest = Pick<Capture, 'or' | 'when' | 'unless' | 'comment'>;

/** Everything after the first source. */
function readRest(state: ParseState, from: number, end: number): Rest | undefined {
  const { text } = state;
  const or: CaptureAlternative[] = [];
  let at = skipBlanks(text, from, end);
  for (let operator = fallbackAt(text, at, end); operator; operator = fallbackAt(text, at, end)) {
    const start = skipBlanks(text, at + 2, end);
    if (start >= end) return reportSyntax(state, at, end);
    const literal = readAlternativeLiteral(state, start, end);
    const source = literal === undefined ? readSource(state, start, end) : undefined;
    if (literal === 'bad' || (literal === undefined && !source)) return undefined;
    if (literal) or.push({ operator, literal: literal.value });
    else if (source) or.push({ operator, ...source.value });
    at = skipBlanks(text, literal?.end ?? source?.end ?? end, end);
  }
  const fallbacks = or.length > 0 ? { or } : {};
  if (state.mayHoldCondition(at, end)) {
    const conditions = conditionReader(state, end).readAt(at);
    if (conditions) {
      noteConditions(state, conditions);
      const { comment, conditional } = conditions;
      return { ...fallbacks, ...conditional, ...(comment !== undefined && { comment }) };
    }
  }
  const { comment, end: stop } = valueSite(text, at, end, false);
  if (stop > at) return reportSyntax(state, at, stop);
  return comment === undefined ? fallbacks : { ...fallbacks, comment };
}

function fallbackAt(text: string, at: number, end: number): '??' | '||' | undefined {
  if (at + 2 > end) return undefined;
  return text.startsWith('??', at) ? '??' : text.startsWith('||', at) ? '||' : undefined;
}

function isFallback(text: string, at: number, end: number): boolean {
  return fallbackAt(text, at, end) !== undefined;
}

interface LiteralSite {
  readonly value: ReturnType<typeof literalView>;
  readonly end: number;
}

/** Undefined for a source: text needs quotes, since every other word is a path in the body. */
function readAlternativeLiteral(
  state: ParseState,
  start: number,
  end: number,
): LiteralSite | 'bad' | undefined {
  const { text } = state;
  const code = text.charCodeAt(start);
  const isQuoted = code === 34 || code === 39;
  const isBracket = code === 91 || code === 123;
  const stop = isQuoted
    ? quotedEnd(text, start, end)
    : isBracket
      ? bracketEnd(text, start, end)
      : wordEnd(text, start, end);
  const parsed = readLiteral(text.slice(start, stop > start ? stop : end));
  if (!isQuoted && !isBracket && !(parsed.ok && SCALARS.has(parsed.literal.kind))) return undefined;
  if (!parsed.ok) {
    state.report('bad_value', start, stop > start ? stop : end, { reason: parsed.reason });
    return 'bad';
  }
  state.reportLiteral(start, stop);
  return { value: literalView(parsed.literal), end: stop };
}

const SCALARS: ReadonlySet<Literal['kind']> = new Set(['number', 'boolean', 'null']);

interface SourceSite {
  readonly value: CapturedValue;
  readonly end: number;
}

function readSource(state: ParseState, start: number, end: number): SourceSite | undefined {
  const { text } = state;
  const template = readTemplate(state, start, end);
  if (template !== undefined) return template ? readMatch(state, template, end) : undefined;
  const site = readSubject(text, start, end, isFallback);
  const problem = site.problem ?? expressionProblem(state, site);
  if (problem !== undefined) {
    state.report('bad_path', start, site.end, { path: site.text, reason: problem });
    return undefined;
  }
  if (site.subject.kind === 'headers') return reportSyntax(state, start, site.end);
  noteOwnSubject(state, site, start);
  const value = captured(site.subject, site.text);
  if (site.end === end) return { value, end };
  const next = skipBlanks(text, site.end, end);
  const isFirst = value.source === 'jsonpath' && isWord(text, next, end, 'first');
  return readMatch(
    state,
    isFirst ? { value: { ...value, first: true }, end: next + 'first'.length } : { value, end: site.end },
    end,
  );
}

/** `text "<template>"`; undefined for any other source, null for one whose quotes are not closed. */
function readTemplate(state: ParseState, start: number, end: number): SourceSite | null | undefined {
  const { text } = state;
  if (!isWord(text, start, end, 'text')) return undefined;
  const quote = skipBlanks(text, start + 4, end);
  const code = text.charCodeAt(quote);
  if (quote >= end || (code !== 34 && code !== 39)) return undefined;
  const stop = quotedEnd(text, quote, end);
  const parsed = stop < 0 ? undefined : readQuoted(text.slice(quote, stop), 0);
  if (parsed === undefined || 'problem' in parsed) {
    const reason = parsed && 'problem' in parsed ? parsed.problem : 'the quoted text is not closed';
    state.report('bad_value', quote, end, { reason });
    return null;
  }
  state.notePlaceholders(quote, stop);
  return { value: { source: 'text', path: parsed.text }, end: stop };
}

/** Adds the pattern of `match /…/flags`, if one follows. */
function readMatch(state: ParseState, site: SourceSite, end: number): SourceSite | undefined {
  const { text } = state;
  const word = skipBlanks(text, site.end, end);
  if (!isWord(text, word, end, 'match')) return site;
  const start = skipBlanks(text, word + 'match'.length, end);
  const stop = patternEnd(text, start, end);
  if (stop < 0) return reportSyntax(state, word, end);
  const match = text.slice(start, stop);
  const { source, flags } = cutPattern(match);
  const reason = patternProblem(source, flags);
  if (reason === undefined) return { value: { ...site.value, match }, end: stop };
  state.report('bad_value', start, stop, { reason });
  return undefined;
}

/** Whether this word stands here and something follows or the line ends. */
function isWord(text: string, at: number, end: number, word: string): boolean {
  const stop = at + word.length;
  return stop <= end && text.startsWith(word, at) && (stop === end || isBlank(text.charCodeAt(stop)));
}

function reportSyntax(state: ParseState, start: number, end: number): undefined {
  state.reportWord('capture_syntax', start, end);
  return undefined;
}

/** A name is a letter or `_`, followed by letters, digits, `_` and `-`. */
export function captureNameEnd(text: string, first: number, end: number): number {
  const code = text.charCodeAt(first);
  if (!isLetter(code) && code !== 95) return first;
  let at = first;
  while (at < end && text.charCodeAt(at) !== 46 && isNameCharacter(text.charCodeAt(at))) at++;
  return at;
}

function isFrom(text: string, at: number, end: number): boolean {
  const follows = at + 4 === end || isBlank(text.charCodeAt(at + 4));
  if (at + 4 > end || !follows) return false;
  return text.startsWith('from', at) || text.slice(at, at + 4).toLowerCase() === 'from';
}

function captured(subject: Subject, written: string): CapturedValue {
  switch (subject.kind) {
    case 'header':
    case 'cookie':
    case 'variable':
      return { source: subject.kind, path: subject.name };
    case 'jsonpath':
    case 'xpath':
      return { source: subject.kind, path: subject.expression };
    case 'regex':
      return { source: 'regex', path: written.slice('regex '.length) };
    case 'body':
      return { source: 'body', path: subject.path };
    case 'headers':
      return { source: 'header', path: '' };
    case 'duration':
      // Percentiles such as `p50` are no capture sources, so the word is a body path.
      return written === 'duration' ? { source: 'duration', path: '' } : { source: 'body', path: written };
    default:
      return { source: subject.kind, path: '' };
  }
}
