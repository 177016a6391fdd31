/** Parses the content of a `>>>mock` block. */
import { isToken, trimBlanks } from '../text/characters.js';
import type { KeyValue, MockResponse } from '../model/model.js';
import type { ParseState } from './parse-state.js';

const STATUS_LINE = /^(?:HTTP\/\d+(?:\.\d+)?[ \t]+)?([2-5]\d\d)(?:[ \t].*)?$/s;

interface MockLine {
  readonly text: string;
  /** The offset in the content. */
  readonly start: number;
  readonly next: number;
}

/** `line` is the line of the opener; the content starts on the next one. */
export function readMockResponse(state: ParseState, content: string, line: number): MockResponse {
  const first = lineFrom(content, 0);
  const status = STATUS_LINE.exec(first.text)?.[1];
  if (status === undefined) return { status: 0, headers: [], body: content, line };
  const headers: KeyValue[] = [];
  let at = first.next;
  let number = line + 2;
  while (at < content.length) {
    const current = lineFrom(content, at);
    at = current.next;
    if (trimBlanks(current.text) === '') break;
    const header = readHeader(current.text, number);
    if (header) headers.push(header);
    else reportHeader(state, current.text, number);
    number++;
  }
  return { status: Number(status), headers, body: content.slice(at), line };
}

function lineFrom(content: string, start: number): MockLine {
  const match = /\r\n|\n|\r/g;
  match.lastIndex = start;
  const found = match.exec(content);
  return found
    ? { text: content.slice(start, found.index), start, next: match.lastIndex }
    : { text: content.slice(start), start, next: content.length };
}

function readHeader(text: string, line: number): KeyValue | undefined {
  const colon = text.indexOf(':');
  const key = text.slice(0, Math.max(colon, 0));
  return isToken(key) ? { key, value: trimBlanks(text.slice(colon + 1)), line } : undefined;
}

function reportHeader(state: ParseState, text: string, line: number): void {
  const trimmed = trimBlanks(text);
  const column = text.indexOf(trimmed) + 1;
  state.reportAt('mock_syntax', { line, column, endColumn: column + trimmed.length });
}
