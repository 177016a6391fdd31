/** Builds a request from its parsed head, body and blocks. */
import { EMPTY_LIST } from '../text/lists.js';
import type { Span } from '../model/diagnostic.js';
import type { Auth, AuthType, MockResponse, Request, Section } from '../model/model.js';
import { graphqlBody, isGraphqlRequest } from './graphql-text.js';
import { readAuth } from './parse-auth.js';
import { valueSpan, type DirectiveFields } from './directive-line.js';
import { readDirectives } from './parse-directives.js';
import type { Head } from './parse-head.js';
import { noteDependencies, noteNameAt } from './name-sites.js';
import type { ParseState } from './parse-state.js';
import { SourceLayout } from '../model/source-layout.js';
import { isSkipped } from '../model/client-directives.js';
import { unsupportedRequest } from '../model/unsupported-request.js';
import { readScripts } from './request-scripts.js';
import { resolveBody, type RequestDraft } from './request-draft.js';

/** The other authentication methods set `Authorization`. */
const KEEPS_AUTHORIZATION: ReadonlySet<AuthType> = new Set(['apiKey', 'apiKeyQuery', 'none']);

/** `@title` of another client names a request that has no title. */
function titleOf({ title }: DirectiveFields['metadata']): string {
  return typeof title === 'string' ? title : '';
}

/** The `@auth` line that a short form of `Authorization` stands for. */
function readClientAuth(
  state: ParseState,
  { clientAuth, authorization }: RequestDraft,
  { metadata }: DirectiveFields,
): Auth | undefined {
  if (clientAuth === undefined || authorization === undefined || metadata.auth) return undefined;
  return readAuth(state, clientAuth, authorization, authorization);
}

export function finishRequest(
  state: ParseState,
  head: Head,
  draft: RequestDraft,
  sections: readonly Section[],
): void {
  const fields = readDirectives(state, head.directives);
  const body = isGraphqlRequest(draft.method, draft.headers)
    ? graphqlBody(resolveBody(state, draft))
    : resolveBody(state, draft);
  const unsupported = draft.methodSpan && unsupportedRequest({ method: draft.method, url: draft.url, body });
  if (draft.methodSpan && unsupported && !isSkipped(fields))
    state.reportAt('unsupported_method', draft.methodSpan, { word: unsupported.kind });
  const { auth, db } = fields.metadata;
  if (auth && draft.authorization && !KEEPS_AUTHORIZATION.has(auth.type)) {
    state.reportAt('auth_overrides_header', draft.authorization);
  }
  const mocks = sequenceOf(state, draft, fields);
  if (draft.dbOpener && db === undefined) state.reportAt('db_without_connection', draft.dbOpener);
  const clientAuth = readClientAuth(state, draft, fields);
  const line = head.line === 0 ? draft.requestLine : head.line;
  const layout = state.layoutReader
    ? new SourceLayout(state.layoutReader, head.start, state.reader.start, sections)
    : { directives: fields.written, blocks: draft.blocks, sections };
  const name = fields.name ?? (head.title === '' ? titleOf(fields.metadata) : head.title);
  const foreign = head.foreign === EMPTY_LIST ? draft.foreign : [...head.foreign, ...draft.foreign];
  const request: Request = {
    name,
    description: fields.description,
    tags: fields.tags,
    method: draft.method,
    url: draft.url,
    headers: draft.headers,
    queryParams: draft.queryParams,
    assertions: draft.assertions,
    captures: draft.captures,
    line,
    metadata: fields.metadata,
    title: head.title,
    requestLine: draft.requestLine,
    body,
    mock: draft.mocks[0] ?? null,
    db: draft.db,
    shell: draft.shell,
    foreign,
    comments: head.comments?.lines ?? EMPTY_LIST,
    endComments: draft.endComments?.lines ?? EMPTY_LIST,
    layout,
  };
  // Spread only for the few requests that have any of it, since copying every request takes time.
  const scripted = readScripts(state, foreign, name, draft.checks);
  if (state.names !== undefined) noteRequestNames(state, head, fields);
  state.requests.push(
    scripted || clientAuth || mocks
      ? { ...request, ...(mocks && { mocks }), ...(clientAuth && { clientAuth }), ...scripted }
      : request,
  );
  state.separatorEnds.push(head.endColumn);
  keepSites(state, fields);
}

/** The blocks of `@mock.sequence`; without it only the first one counts. */
function sequenceOf(
  state: ParseState,
  { mocks, mockOpeners }: RequestDraft,
  { metadata }: DirectiveFields,
): readonly MockResponse[] | undefined {
  if (mocks.length < 2) return undefined;
  if (metadata['mock.sequence'] !== undefined) return mocks;
  for (const opener of mockOpeners.slice(1)) state.reportAt('extra_mock', opener);
  return undefined;
}

/** The definition is the value of `@name`, else the title. */
function noteRequestNames(state: ParseState, head: Head, fields: DirectiveFields): void {
  const { nameSpan, metadata, dependsSpans } = fields;
  const { title, line, endColumn } = head;
  const written = nameSpan ?? (title === '' ? titleSpan(head) : undefined);
  const name = fields.name ?? (title === '' ? titleOf(metadata) : title);
  noteNameAt(state, 'request', 'definition', name, written ?? { line, column: endColumn - title.length });
  noteDependencies(state, metadata.depends ?? EMPTY_LIST, dependsSpans);
}

function titleSpan({ directives }: Head): Span | undefined {
  const line = directives.findLast(({ name }) => name.toLowerCase() === 'title');
  return line && valueSpan(line);
}

function keepSites(state: ParseState, { nameSpan, dependsSpans }: DirectiveFields): void {
  const { references } = state;
  if (dependsSpans.length > 0 || references.length > 0) state.namesRequests = true;
  else if (!nameSpan) return void state.sites.push(undefined);
  state.sites.push({ name: nameSpan, depends: dependsSpans, references });
  state.references = EMPTY_LIST;
}
