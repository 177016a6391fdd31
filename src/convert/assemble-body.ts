import type { Body, MultipartField } from '../request-file/model/model.js';
import { parseText } from '../request-file/parse-file.js';
import { cutTemplate, hasPlaceholder } from '../request-file/text/template.js';
import { bodyProblem, queryNameProblem, rawBlockProblem } from '../request-file/print/writable-text.js';
import { base64Placeholder, ESCAPING_PATTERN, escapingStart } from '../request-file/write-safely.js';
import type { SavedBody } from './converted.js';
import type { BodyDraft, PartDraft } from './draft.js';
import { encodedPairs } from './encoded-pairs.js';
import { collapsed, oneLine } from './writable-text.js';

export interface BodyPlace {
  /** Where a body may be saved that cannot stand in the file. */
  readonly bodyPath: string;
  readonly saves: boolean;
  /** Takes the reasons of losses. */
  readonly reasons: string[];
}

export interface AssembledBody {
  readonly body: Body | null;
  readonly saved: SavedBody | undefined;
}

const NOTHING: AssembledBody = { body: null, saved: undefined };

export function assembleBody(draft: BodyDraft | undefined, place: BodyPlace): AssembledBody {
  switch (draft?.kind) {
    case undefined:
      return NOTHING;
    case 'text':
      return textBody(draft.text, place);
    case 'file':
      return plain({ contentType: 'file', raw: '', line: 0, path: oneLine(draft.path), interpolate: false });
    case 'form':
      return formBody(draft.fields, place);
    case 'multipart':
      return plain({
        contentType: 'multipart',
        raw: '',
        line: 0,
        fields: parts(draft.fields, place.reasons),
      });
    case 'graphql':
      return graphqlBody(draft, place);
  }
}

function plain(body: Body): AssembledBody {
  return { body, saved: undefined };
}

/** Byte for byte, but for line ends behind JSON, which mean nothing. */
function textBody(template: string, place: BodyPlace): AssembledBody {
  const whole = template.toWellFormed();
  if (whole === '') return NOTHING;
  const text = withoutNul(isJson(whole) ? whole.trimEnd() : protectEnd(whole));
  const problem = bodyProblem(text);
  if (problem === undefined) {
    const body =
      jsonBody(text) ??
      readBack(text) ??
      readBack(protectStart(text)) ??
      readBack(oneLine(text)) ??
      readBack(oneLine(protectStart(text)));
    if (body !== undefined) return plain(body);
  }
  if (!place.saves) {
    const why = problem ?? 'it is too large';
    place.reasons.push(`the body cannot stand in a request file (${why}); use -o to save it as a file`);
    return NOTHING;
  }
  const pieces = cutTemplate(whole);
  const interpolate = pieces.some((piece) => piece.kind === 'placeholder');
  const literal = pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.source)).join('');
  return {
    body: { contentType: 'file', raw: '', line: 0, path: `./${place.bodyPath}`, interpolate },
    saved: { path: place.bodyPath, text: interpolate ? whole : literal },
  };
}

function isJson(text: string): boolean {
  return /^\s*(?:\[|\{(?!\{))/.test(text);
}

/** It may stand nowhere in a file. */
function withoutNul(text: string): string {
  return text.replace(NULS, base64Placeholder);
}

const NULS = new RegExp(`${ESCAPING_PATTERN}\\0+`, 'g');

/** Where no file has room for the text, a trial finds out. */
const SURELY_FITS = 1024 * 1024;

/** Text that can only be read as JSON needs no trial; most bodies are such. */
function jsonBody(text: string): Body | undefined {
  const first = text.charAt(0);
  const isRead = first === '[' || (first === '{' && text.charAt(1) !== '{');
  return isRead && text.length <= SURELY_FITS ? { contentType: 'json', raw: text, line: 0 } : undefined;
}

/** The text as a body, if it would be read as exactly this text. */
function readBack(text: string): Body | undefined {
  const { requests } = parseText(`POST http://localhost\n\n${text}\n`, '');
  const body = requests.length === 1 ? requests[0]?.body : null;
  if (!body || body.raw !== text || 'fields' in body || body.contentType === 'file') return undefined;
  // The lines of a form are trimmed and joined when it is sent, so it has to be on one.
  if (body.contentType === 'form' && /[\r\n]|^[ \t]|[ \t]$/.test(text)) return undefined;
  return { ...body, line: 0 };
}

/** Blank lines at the end would be dropped. */
function protectEnd(text: string): string {
  let start = text.length;
  while (start > 0 && ' \t\r\n'.includes(text[start - 1] ?? '')) start--;
  if (start > 0 && !/[\r\n]/.test(text.slice(start))) return text;
  const kept = escapingStart(text, start);
  return text.slice(0, kept) + base64Placeholder(text.slice(kept));
}

/** `< x`, `& x` and comments would mean something else. */
function protectStart(text: string): string {
  const first = /[^ \t\r\n]/.exec(text)?.index ?? 0;
  // Any other character may be part of an escape, a placeholder or a pair.
  const encoded = '<&#/>?'.includes(text.charAt(first)) ? 1 : 0;
  const placeholder = base64Placeholder(text.slice(first, first + encoded));
  return text.slice(0, first) + placeholder + text.slice(first + encoded);
}

function formBody(fields: Extract<BodyDraft, { kind: 'form' }>['fields'], place: BodyPlace): AssembledBody {
  if (fields.length === 0) return NOTHING;
  if (fields.some(({ key }) => queryNameProblem(key) !== undefined))
    return textBody(encodedPairs(fields, 'form'), place);
  const lines = fields.map(({ key, value }) => ({ key, value: oneLine(value), line: 0 }));
  return plain({ contentType: 'form', raw: '', line: 0, fields: lines });
}

function parts(drafts: readonly PartDraft[], reasons: string[]): MultipartField[] {
  const fields: MultipartField[] = [];
  for (const draft of drafts) {
    const { name } = draft;
    if (!/^[^ \t\r\n\0=@][^ \t\r\n\0=]*$/.test(name) || name !== name.toWellFormed()) {
      reasons.push(`the part name "${collapsed(name).slice(0, 100)}" has no counterpart`);
    } else if (draft.kind === 'field') {
      fields.push({ kind: 'field', name, value: oneLine(draft.value), line: 0 });
    } else if (draft.path === '') reasons.push(`the part ${name} names no file`);
    else fields.push(filePart(draft));
  }
  return fields;
}

function filePart({ name, path, type, filename }: Extract<PartDraft, { kind: 'file' }>): MultipartField {
  return {
    kind: 'file',
    name,
    path: optionFree(path),
    ...(type !== undefined && { type: optionFree(type) }),
    ...(filename !== undefined && { filename: optionFree(filename) }),
    line: 0,
  };
}

/** `; type=` inside a value would begin an option. */
function optionFree(text: string): string {
  return oneLine(text).replace(OPTION, base64Placeholder);
}

const OPTION = new RegExp(`${ESCAPING_PATTERN};(?=[ \\t]*(?:type|filename)=)`, 'gi');

/** A document that a raw block cannot hold is sent as the JSON it stands for. */
function graphqlBody(draft: Extract<BodyDraft, { kind: 'graphql' }>, place: BodyPlace): AssembledBody {
  const query = draft.query.toWellFormed().trimEnd();
  const variables = draft.variables?.toWellFormed().trim() || null;
  if (rawBlockProblem(query) === undefined && (variables === null || fitsVariables(variables)))
    return plain({ contentType: 'graphql', raw: '', line: 0, graphql: query, variables });
  const members = [
    `"query": ${JSON.stringify(query)}`,
    ...(variables === null ? [] : [`"variables": ${variables}`]),
  ];
  return textBody(`{${members.join(', ')}}`, place);
}

function fitsVariables(text: string): boolean {
  if (rawBlockProblem(text) !== undefined) return false;
  if (hasPlaceholder(text)) return text.startsWith('{');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
