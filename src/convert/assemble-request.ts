import { isJsonType } from '../primitives/text/content-type.js';
import { isToken, trimBlanks } from '../request-file/text/characters.js';
import { METHODS } from '../request-file/text/methods.js';
import type { FileVariable, KeyValue, Request } from '../request-file/model/model.js';
import { queryNameProblem } from '../request-file/print/writable-text.js';
import { assembleBody } from './assemble-body.js';
import type { ConvertOptions, Loss, SavedBody } from './converted.js';
import { moveCredentials } from './credentials.js';
import type { PairDraft, ImportedRequestDraft } from './import-draft.js';
import { encodePairs, withQuery } from './encoded-pairs.js';
import type { SecretTokens } from './secret-tokens.js';
import { collapseBlanks, toComment, toOneLine, shortenDescription, toUrlLine } from './writable-text.js';

export interface AssembledRequest {
  readonly request: Request;
  readonly losses: readonly Loss[];
  /** The variables that hold its credentials. */
  readonly secrets: readonly FileVariable[];
  readonly saved: SavedBody | undefined;
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);

/** The reason why a request file cannot contain the request at all. */
export function findUnusableReason({ method, url }: ImportedRequestDraft): string | undefined {
  if (!KNOWN_METHODS.has(method)) return `the method ${collapseBlanks(method)} has no counterpart`;
  return toUrlLine(url) === '' ? 'a request without a URL has no counterpart' : undefined;
}

export interface RequestContext {
  /** The path for a body that the request file cannot contain. */
  readonly bodyPath: string;
  readonly tokens: SecretTokens;
}

export function assembleRequest(
  draft: ImportedRequestDraft,
  name: string,
  options: ConvertOptions,
  { bodyPath, tokens }: RequestContext,
): AssembledRequest {
  const reasons: string[] = [];
  const { directives = {}, query = [] } = draft;
  const plain = tokens.readHeaders(draft.headers ?? [], directives.auth, name);
  const credentials = moveCredentials(tokens.withoutToken(plain.auth, name), name);
  const isJson = plain.headers.some(({ key, value }) => /^content-type$/i.test(key) && isJsonType(value));
  const body = assembleBody(draft.body, { bodyPath, saves: options.saveBodies, isJson, reasons });
  const queryLines = query.every(({ key }) => queryNameProblem(key) === undefined) ? query : [];
  const placed = placeComments((draft.queryComments ?? []).map(toComment), {
    queryParams: queryLines.map(({ key, value }) => ({ key, value: toOneLine(value), line: 0 })),
    headers: headerLines(plain.headers, reasons),
  });
  const request: Request = {
    name,
    title: collapseBlanks(draft.title),
    description: shortenDescription(draft.description ?? ''),
    tags: cleanTags(draft.tags ?? []),
    method: draft.method,
    // When one query parameter must go into the URL, all of them do, so that their order is kept.
    url: toUrlLine(
      queryLines.length === query.length ? draft.url : withQuery(draft.url, encodePairs(query, 'query')),
    ),
    headers: placed.headers,
    queryParams: placed.queryParams,
    assertions: options.tests ? (draft.assertions ?? []) : [],
    captures: draft.captures ?? [],
    line: 0,
    requestLine: 0,
    metadata: { ...directives, ...(credentials.auth && { auth: credentials.auth }) },
    body: body.body,
    mock: null,
    db: [],
    shell: [],
    foreign: [],
    comments: [
      ...(draft.comments ?? []).map((line) => toComment(line.replace(/^(?:#|\/\/)/, ''))),
      ...placed.comments,
    ],
    endComments: [],
  };
  const losses = reasons.map((reason) => ({ path: draft.place, reason }));
  return { request, losses, secrets: credentials.secrets, saved: body.saved };
}

interface HeadLines {
  readonly queryParams: readonly KeyValue[];
  readonly headers: readonly KeyValue[];
}

/** Comments stand above the first line below the request line; without such a line, above the request line. */
function placeComments(
  comments: readonly string[],
  { queryParams, headers }: HeadLines,
): HeadLines & { readonly comments: readonly string[] } {
  if (comments.length === 0) return { queryParams, headers, comments };
  const [query, ...otherQuery] = queryParams;
  if (query !== undefined)
    return { queryParams: [{ ...query, comments }, ...otherQuery], headers, comments: [] };
  const [header, ...otherHeaders] = headers;
  if (header !== undefined)
    return { queryParams, headers: [{ ...header, comments }, ...otherHeaders], comments: [] };
  return { queryParams, headers, comments };
}

/** Commas separate tags. */
function cleanTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => collapseBlanks(tag.replaceAll(',', ' '))).filter((tag) => tag !== '');
  return [...new Set(clean)];
}

function headerLines(headers: readonly PairDraft[], reasons: string[]): KeyValue[] {
  const lines: KeyValue[] = [];
  for (const { key, value } of headers) {
    const text = trimBlanks(value.toWellFormed());
    if (!isToken(key) || key.startsWith('#')) {
      reasons.push(`the header name "${collapseBlanks(key).slice(0, 100)}" has no counterpart`);
    } else if (/[\r\n\0]/.test(text)) {
      reasons.push(`the header ${key} holds a line break or NUL, which cannot be sent`);
    } else lines.push({ key, value: toOneLine(text), line: 0 });
  }
  return lines;
}
