/** Parses the lines of a `>>>multipart` block. */
import { isBlank, skipBlanks, trimBlanks, trimEnd, wordEnd } from '../text/characters.js';
import type { MultipartField } from '../model/model.js';
import { noteFile } from './name-sites.js';
import type { ParseState } from './parse-state.js';

export function readMultipartLine(state: ParseState, first: number): MultipartField | undefined {
  const { text, reader } = state;
  const end = trimEnd(text, first, reader.end);
  const stop = wordEnd(text, first, end);
  const keyword = text.slice(first, stop).toLowerCase();
  const next = skipBlanks(text, stop, end);
  const field =
    keyword === 'field'
      ? readField(state, next, end)
      : keyword === 'file'
        ? readFile(state, next, end)
        : undefined;
  if (!field) state.reportLine('multipart_syntax');
  return field;
}

function readField(state: ParseState, start: number, end: number): MultipartField | undefined {
  const { text, reader } = state;
  let stop = start;
  while (stop < end && !isBlank(text.charCodeAt(stop)) && text[stop] !== '=') stop++;
  const equals = skipBlanks(text, stop, end);
  if (stop === start || text[equals] !== '=' || equals >= end) return undefined;
  const valueStart = skipBlanks(text, equals + 1, end);
  state.reportLiteral(start, stop);
  state.notePlaceholders(valueStart, end);
  return {
    kind: 'field',
    name: text.slice(start, stop),
    value: text.slice(valueStart, end),
    line: reader.line,
  };
}

function readFile(state: ParseState, start: number, end: number): MultipartField | undefined {
  const { text, reader } = state;
  let name = 'file';
  let at = start;
  if (text[at] !== '@') {
    const stop = wordEnd(text, at, end);
    name = text.slice(at, stop);
    state.reportLiteral(at, stop);
    at = skipBlanks(text, stop, end);
  }
  if (text[at] !== '@' || at >= end || name === '') return undefined;
  state.notePlaceholders(at + 1, end);
  const [path = '', ...options] = cutOptions(text.slice(at + 1, end));
  if (path === '') return undefined;
  noteFile(state, path, state.span(skipBlanks(text, at + 1, end), end));
  const field: { -readonly [K in keyof FilePart]: FilePart[K] } = {
    kind: 'file',
    name,
    path,
    line: reader.line,
  };
  for (const option of options) {
    const match = /^(type|filename)=(.*)$/is.exec(option);
    if (!match) return undefined;
    if (match[1]?.toLowerCase() === 'type') field.type = trimBlanks(match[2] ?? '');
    else field.filename = trimBlanks(match[2] ?? '');
  }
  return field;
}

type FilePart = Extract<MultipartField, { kind: 'file' }>;

/** Splits at the options `type=` and `filename=`; any other `;` is part of the text before it. */
function cutOptions(text: string): string[] {
  return text.split(/;[ \t]*(?=(?:type|filename)=)/i).map(trimBlanks);
}
