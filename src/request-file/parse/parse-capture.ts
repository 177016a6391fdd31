/** Parses `<name> from <source>`. */
import { isBlank, isLetter, isNameCharacter, skipBlanks, trimEnd } from '../text/characters.js';
import type { Capture, CaptureSource } from '../model/model.js';
import { expressionProblem } from './parse-assertion.js';
import { valueSite } from '../expressions/parse-expected.js';
import type { ParseState } from './parse-state.js';
import { readSubject, type Subject } from '../expressions/parse-subject.js';

export function readCapture(state: ParseState, first: number): Capture | undefined {
  const { text, reader } = state;
  const end = trimEnd(text, first, reader.end);
  const nameStop = captureNameEnd(text, first, end);
  const from = skipBlanks(text, nameStop, end);
  if (nameStop === first || from === nameStop || !isFrom(text, from, end)) {
    return reportSyntax(state, nameStop === first || from === nameStop || from >= end ? first : from, end);
  }
  const start = skipBlanks(text, from + 4, end);
  if (start >= end || text.charCodeAt(start) === 35)
    return reportSyntax(state, from, Math.min(from + 4, end));
  const site = readSubject(text, start, end, () => false);
  const problem = site.problem ?? expressionProblem(state, site);
  if (problem !== undefined) {
    state.report('bad_path', start, site.end, { path: site.text, reason: problem });
    return undefined;
  }
  const rest = skipBlanks(text, site.end, end);
  const after = valueSite(text, rest, end, false);
  if (after.end > rest) return reportSyntax(state, rest, after.end);
  if (site.subject.kind === 'headers') return reportSyntax(state, start, site.end);
  const { source, path } = captured(site.subject, site.text);
  const { comment } = after;
  const name = text.slice(first, nameStop);
  return { name, source, path, line: reader.line, ...(comment === undefined ? {} : { comment }) };
}

function reportSyntax(state: ParseState, start: number, end: number): undefined {
  state.reportWord('capture_syntax', start, end);
  return undefined;
}

/** A name is a letter or `_`, followed by letters, digits, `_` and `-`. */
function captureNameEnd(text: string, first: number, end: number): number {
  const code = text.charCodeAt(first);
  if (!isLetter(code) && code !== 95) return first;
  let at = first;
  while (at < end && text.charCodeAt(at) !== 46 && isNameCharacter(text.charCodeAt(at))) at++;
  return at;
}

function isFrom(text: string, at: number, end: number): boolean {
  const follows = at + 4 === end || isBlank(text.charCodeAt(at + 4));
  return at + 4 <= end && follows && text.slice(at, at + 4).toLowerCase() === 'from';
}

function captured(subject: Subject, written: string): { source: CaptureSource; path: string } {
  switch (subject.kind) {
    case 'header':
    case 'cookie':
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
