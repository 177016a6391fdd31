import type { Body, MultipartField } from '../request-file/model/model.js';
import { isJsonObject } from '../primitives/json-scanner.js';
import { parseText } from '../request-file/parse-file.js';
import { withoutCommentLines } from '../request-file/text/json-comments.js';
import { cutTemplate, hasPlaceholder } from '../request-file/text/template.js';
import { bodyProblem, queryNameProblem, rawBlockProblem } from '../request-file/print/writable-text.js';
import { base64Placeholder, ESCAPING_PATTERN, protectTrailingLines } from '../request-file/write-safely.js';
import type { SavedBody } from './converted.js';
import type { BodyDraft, PartDraft } from './import-draft.js';
import { encodePairs } from './encoded-pairs.js';
import { collapseBlanks, toOneLine } from './writable-text.js';

export interface BodyPlace {
  /** The path for a body that the request file cannot contain. */
  readonly bodyPath: string;
  readonly saves: boolean;
  /** Whether it is sent as JSON, of which comment lines are left out. */
  readonly isJson: boolean;
  /** Collects the reasons of losses. */
  readonly reasons: string[];
}

export interface AssembledBody {
  readonly body: Body | null;
  readonly saved: SavedBody | undefined;
}

const NOTHING: AssembledBody = { body: null, saved: undefined };
/** The fields that only a parsed body needs. */
const UNPARSED = { raw: '', line: 0 } as const;

export function assembleBody(draft: BodyDraft | undefined, place: BodyPlace): AssembledBody {
  switch (draft?.kind) {
    case undefined:
      return NOTHING;
    case 'text':
      return textBody(draft.text, place);
    case 'file':
      return plain({ ...UNPARSED, contentType: 'file', path: toOneLine(draft.path), interpolate: false });
    case 'form':
      return formBody(draft.fields, place);
    case 'multipart':
      return plain({
        ...UNPARSED,
        contentType: 'multipart',
        fields: multipartFields(draft.fields, place.reasons),
      });
    case 'graphql':
      return graphqlBody(draft, place);
  }
}

function plain(body: Body): AssembledBody {
  return { body, saved: undefined };
}

/** Keeps every byte, except line ends after JSON, which have no meaning. */
function textBody(template: string, place: BodyPlace): AssembledBody {
  const whole = template.toWellFormed();
  if (whole === '') return NOTHING;
  const kept = startsJson(whole) ? whole.trimEnd() : protectTrailingLines(whole);
  const text = kept.includes('\0') ? kept.replace(NULS, base64Placeholder) : kept;
  const problem = bodyProblem(text);
  if (problem === undefined) {
    const body =
      jsonBody(text) ??
      readBack(text, place) ??
      readBack(protectStart(text), place) ??
      readBack(toOneLine(text), place) ??
      readBack(toOneLine(protectStart(text)), place);
    if (body !== undefined) return plain(body);
  }
  if (!place.saves) {
    const why = problem ?? 'it is too large';
    place.reasons.push(`the body cannot stand in a request file (${why}); use -o to save it as a file`);
    return NOTHING;
  }
  const parts = cutTemplate(whole);
  const interpolate = parts.some((part) => part.kind === 'placeholder');
  const literal = parts.map((part) => (part.kind === 'text' ? part.text : part.source)).join('');
  return {
    body: { ...UNPARSED, contentType: 'file', path: `./${place.bodyPath}`, interpolate },
    saved: { path: place.bodyPath, text: interpolate ? whole : literal },
  };
}

function startsJson(text: string): boolean {
  return /^\s*(?:\[|\{(?!\{))/.test(text);
}

/** A request file cannot contain NUL. */
const NULS = new RegExp(`${ESCAPING_PATTERN}\\0+`, 'g');

/** Longer text may exceed the size limit of a file, so it is parsed to find out. */
const MAX_UNTRIED_LENGTH = 1024 * 1024;

/** Text that can only be parsed as JSON, like most bodies, needs no trial. */
function jsonBody(text: string): Body | undefined {
  const first = text.charAt(0);
  const isRead = first === '[' || (first === '{' && text.charAt(1) !== '{');
  return isRead && text.length <= MAX_UNTRIED_LENGTH && !losesLines(text)
    ? { contentType: 'json', raw: text, line: 0 }
    : undefined;
}

/** Whether lines that begin like comments are part of the text: of JSON they are comments for other clients, too. */
function losesLines(text: string): boolean {
  const kept = withoutCommentLines(text);
  if (kept === text) return false;
  try {
    JSON.parse(
      cutTemplate(kept)
        .map((part) => (part.kind === 'text' ? part.text : '0'))
        .join(''),
    );
    return false;
  } catch {
    return true;
  }
}

/** The text as a body, if the parser reads exactly this text back. */
function readBack(text: string, { isJson }: BodyPlace): Body | undefined {
  const { requests } = parseText(`POST http://localhost\n\n${text}\n`, '');
  const body = requests.length === 1 ? requests[0]?.body : null;
  if (!body || body.raw !== text || 'fields' in body || body.contentType === 'file') return undefined;
  if ((isJson || body.contentType === 'json') && losesLines(text)) return undefined;
  // The lines of a form are trimmed and joined when it is sent, so it must be a single line.
  if (body.contentType === 'form' && /[\r\n]|^[ \t]|[ \t]$/.test(text)) return undefined;
  return { ...body, line: 0 };
}

/** `< x`, `& x` and comments have another meaning at the start. */
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
    return textBody(encodePairs(fields, 'form'), place);
  const lines = fields.map(({ key, value }) => ({ key, value: toOneLine(value), line: 0 }));
  return plain({ ...UNPARSED, contentType: 'form', fields: lines });
}

function multipartFields(drafts: readonly PartDraft[], reasons: string[]): MultipartField[] {
  const fields: MultipartField[] = [];
  for (const draft of drafts) {
    const { name } = draft;
    if (!/^[^ \t\r\n\0=@][^ \t\r\n\0=]*$/.test(name) || name !== name.toWellFormed()) {
      reasons.push(`the part name "${collapseBlanks(name).slice(0, 100)}" has no counterpart`);
    } else if (draft.kind === 'field') {
      fields.push({ kind: 'field', name, value: toOneLine(draft.value), line: 0 });
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

/** `; type=` inside a value would start an option. */
function optionFree(text: string): string {
  return toOneLine(text).replace(OPTION, base64Placeholder);
}

const OPTION = new RegExp(`${ESCAPING_PATTERN};(?=[ \\t]*(?:type|filename)=)`, 'gi');

/** A document that a raw block cannot contain is sent as the equivalent JSON. */
function graphqlBody(draft: Extract<BodyDraft, { kind: 'graphql' }>, place: BodyPlace): AssembledBody {
  const query = draft.query.toWellFormed().trimEnd();
  const variables = draft.variables?.toWellFormed().trim() || null;
  if (rawBlockProblem(query) === undefined && (variables === null || fitsVariables(variables)))
    return plain({ ...UNPARSED, contentType: 'graphql', graphql: query, variables });
  const members = [
    `"query": ${JSON.stringify(query)}`,
    ...(variables === null ? [] : [`"variables": ${variables}`]),
  ];
  return textBody(`{${members.join(', ')}}`, place);
}

function fitsVariables(text: string): boolean {
  if (rawBlockProblem(text) !== undefined) return false;
  if (hasPlaceholder(text)) return text.startsWith('{');
  return isJsonObject(text);
}
