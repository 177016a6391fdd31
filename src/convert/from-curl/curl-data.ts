import type { BodyDraft, PartDraft } from '../draft.js';
import type { CurlOptions, DataArgument, FormArgument } from './curl-options.js';
import { curlText, encodedCurlText } from './curl-text.js';

/** The text of the data pieces as curl joins them; files among them are lost. */
export function joinedData(pieces: readonly DataArgument[], losses: string[]): string {
  let joined: string | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'file')
      losses.push(`the file of ${piece.flag} is not read where text is sent with it`);
    else if (joined === undefined) joined = pieceText(piece);
    else joined += (piece.kind === 'json' ? '' : '&') + pieceText(piece);
  }
  return joined ?? '';
}

function pieceText(piece: Exclude<DataArgument, { kind: 'file' }>): string {
  if (piece.kind !== 'encode') return curlText(piece.text);
  return (piece.name === '' ? '' : `${curlText(piece.name)}=`) + encodedCurlText(piece.text);
}

export function bodyOf(options: CurlOptions): BodyDraft | undefined {
  const { data, form, upload, losses } = options;
  if (form.length > 0) {
    if (data.length > 0) losses.push('the data beside -F is not sent');
    return { kind: 'multipart', fields: form.flatMap((piece) => formPart(piece, losses)) };
  }
  if (upload !== undefined) return fileBody(upload, '-T', losses);
  if (data.length === 0 || options.dataInQuery) return undefined;
  const [first] = data;
  if (first?.kind === 'file' && data.length === 1) return fileBody(first.path, first.flag, losses);
  const text = joinedData(data, losses);
  return text === '' ? undefined : { kind: 'text', text };
}

function fileBody(path: string, flag: string, losses: string[]): BodyDraft | undefined {
  if (path === '' || path === '-' || path === '.') {
    losses.push(`${flag} sends standard input, which has no counterpart`);
    return undefined;
  }
  const relative = /^(?:\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])/.test(path) || path.startsWith('{{');
  return { kind: 'file', path: curlText(relative ? path : `./${path}`) };
}

/** `name=value`, `name=@path;type=...;filename=...`; quoted where it holds `;` or `,`. */
function formPart({ text, literal }: FormArgument, losses: string[]): PartDraft[] {
  const equals = text.indexOf('=');
  const name = text.slice(0, equals);
  const value = text.slice(equals + 1);
  if (equals < 1) {
    losses.push('a form part without a name has no counterpart');
    return [];
  }
  if (literal) return [{ kind: 'field', name, value: curlText(value) }];
  if (value.startsWith('<')) {
    losses.push(`the value of the part ${name} comes from a file (<), which has no counterpart`);
    return [];
  }
  const isFile = value.startsWith('@');
  const { content, settings } = cutSettings(isFile ? value.slice(1) : value);
  const known = isFile ? ['type', 'filename'] : [];
  for (const [key] of settings) {
    if (!known.includes(key)) losses.push(`;${key} of the part ${name} has no counterpart`);
  }
  if (!isFile) return [{ kind: 'field', name, value: curlText(content) }];
  if (content === '-') {
    losses.push(`the part ${name} is read from standard input, which has no counterpart`);
    return [];
  }
  const type = settings.find(([key]) => key === 'type')?.[1];
  const filename = settings.find(([key]) => key === 'filename')?.[1];
  return [
    {
      kind: 'file',
      name,
      path: curlText(content),
      ...(type && { type: curlText(type) }),
      ...(filename && { filename: curlText(filename) }),
    },
  ];
}

interface PartValue {
  readonly content: string;
  readonly settings: readonly (readonly [string, string])[];
}

const QUOTED = /^[ \t]*"((?:[^"\\]|\\[\s\S])*)"/;
const SETTING = /;[ \t]*(type|filename|headers|encoder)=/gi;

/** A value in quotes ends at the closing one, any other at the first `;`, as in curl. */
function cutSettings(text: string): PartValue {
  const quoted = QUOTED.exec(text);
  const semicolon = text.indexOf(';', quoted?.[0].length ?? 0);
  const end = semicolon < 0 ? text.length : semicolon;
  const content = quoted ? unescaped(quoted[1] ?? '') : text.slice(0, end).trim();
  const rest = text.slice(end);
  const marks = Array.from(rest.matchAll(SETTING));
  const settings = marks.map((mark, i): [string, string] => {
    const value = rest.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? rest.length).trim();
    const inner = QUOTED.exec(value)?.[1];
    return [(mark[1] ?? '').toLowerCase(), inner === undefined ? value : unescaped(inner)];
  });
  // What curl would skip with a warning.
  if (rest !== '' && marks[0]?.index !== 0) settings.push(['...', '']);
  return { content, settings };
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, '$1');
}
