import { isToken } from '../request-file/text/characters.js';
import { METHODS } from '../request-file/text/methods.js';
import type { FileVariable, KeyValue, Request } from '../request-file/model/model.js';
import { queryNameProblem } from '../request-file/print/writable-text.js';
import { assembleBody } from './assemble-body.js';
import type { ConvertOptions, Loss, SavedBody } from './converted.js';
import { moveCredentials } from './credentials.js';
import type { Pair, RequestDraft } from './draft.js';
import { encodedPairs } from './encoded-pairs.js';
import { collapsed, commentLine, oneLine, shortDescription, urlLine } from './writable-text.js';

export interface AssembledRequest {
  readonly request: Request;
  readonly losses: readonly Loss[];
  /** Variables that its credentials were moved to. */
  readonly secrets: readonly FileVariable[];
  readonly saved: SavedBody | undefined;
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);

/** Why a request file cannot hold the request at all. */
export function unusable({ method, url }: RequestDraft): string | undefined {
  if (!KNOWN_METHODS.has(method)) return `the method ${collapsed(method)} has no counterpart`;
  return urlLine(url) === '' ? 'a request without a URL has no counterpart' : undefined;
}

export function assembleRequest(
  draft: RequestDraft,
  name: string,
  options: ConvertOptions,
  bodyPath: string,
): AssembledRequest {
  const reasons: string[] = [];
  const { directives = {}, query = [] } = draft;
  const credentials = moveCredentials(directives.auth, name);
  const body = assembleBody(draft.body, { bodyPath, saves: options.saveBodies, reasons });
  const queryLines = query.every(({ key }) => queryNameProblem(key) === undefined) ? query : [];
  const request: Request = {
    name,
    title: collapsed(draft.title),
    description: shortDescription(draft.description ?? ''),
    tags: cleanTags(draft.tags ?? []),
    method: draft.method,
    url: urlLine(queryLines.length === query.length ? draft.url : withQuery(draft.url, query)),
    headers: headerLines(draft.headers ?? [], reasons),
    queryParams: queryLines.map(({ key, value }) => ({ key, value: oneLine(value), line: 0 })),
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
    comments: (draft.comments ?? []).map((line) => commentLine(line.replace(/^(?:#|\/\/)/, ''))),
    endComments: [],
  };
  const losses = reasons.map((reason) => ({ path: draft.place, reason }));
  return { request, losses, secrets: credentials.secrets, saved: body.saved };
}

/** A comma would separate. */
function cleanTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => collapsed(tag.replaceAll(',', ' '))).filter((tag) => tag !== '');
  return [...new Set(clean)];
}

/** An odd query parameter goes into the URL, and the others with it, so that their order stays. */
function withQuery(url: string, query: readonly Pair[]): string {
  const [start = '', fragment] = url.split(/#(.*)/s);
  const glue = !start.includes('?') ? '?' : /[?&]$/.test(start) ? '' : '&';
  return `${start}${glue}${encodedPairs(query, 'query')}${fragment === undefined ? '' : `#${fragment}`}`;
}

function headerLines(headers: readonly Pair[], reasons: string[]): KeyValue[] {
  const lines: KeyValue[] = [];
  for (const { key, value } of headers) {
    const text = value.toWellFormed().replace(/^[ \t]+/, '');
    const trimmed = oneLine(trimEndBlanks(text));
    if (!isToken(key) || key.startsWith('#')) {
      reasons.push(`the header name "${collapsed(key).slice(0, 100)}" has no counterpart`);
      // oxlint-disable-next-line no-control-regex -- exactly these would end the header
    } else if (/[\r\n\0]/.test(text)) {
      reasons.push(`the header ${key} holds a line break or NUL, which cannot be sent`);
    } else lines.push({ key, value: trimmed, line: 0 });
  }
  return lines;
}

function trimEndBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return text.slice(0, end);
}
