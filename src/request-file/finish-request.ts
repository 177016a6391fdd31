/** Puts a request together once its head, body and blocks are read. */
import type { Request, RequestLayout, Section } from './model.js';
import { readDirectives } from './parse-directives.js';
import type { Head } from './parse-head.js';
import { NOTHING, type ParseState } from './parse-state.js';
import { settleBody, type RequestDraft } from './request-draft.js';

/** Methods that set `Authorization` themselves. */
const SETS_AUTHORIZATION: ReadonlySet<string> = new Set([
  'bearer',
  'basic',
  'digest',
  'cloudsig',
  'oauth2_client_credentials',
  'oauth2_password',
]);

export function finishRequest(state: ParseState, head: Head, draft: RequestDraft, sections: readonly Section[]): void {
  const fields = readDirectives(state, head.directives);
  const body = settleBody(state, draft);
  const { auth, db } = fields.metadata;
  if (auth && draft.authorization && SETS_AUTHORIZATION.has(auth.type)) {
    state.reportAt('auth_overrides_header', draft.authorization);
  }
  if (draft.dbOpener && db === undefined) state.reportAt('db_without_connection', draft.dbOpener);
  const line = head.separator?.line ?? draft.requestLine;
  const layout: RequestLayout = { directives: fields.written, blocks: shared(draft.blocks), sections };
  const request: Request = {
    name: fields.name ?? head.title,
    description: fields.description,
    tags: fields.tags.size === 0 ? NOTHING : [...fields.tags],
    method: draft.method,
    url: draft.url,
    headers: shared(draft.headers),
    queryParams: shared(draft.queryParams),
    assertions: shared(draft.assertions),
    captures: shared(draft.captures),
    line,
    metadata: fields.metadata,
    title: head.title,
    requestLine: draft.requestLine,
    body,
    mock: draft.mock ?? null,
    db: shared(draft.db),
    shell: shared(draft.shell),
    foreign: head.foreign.length === 0 ? shared(draft.foreign) : [...head.foreign, ...draft.foreign],
    comments: shared(head.comments.lines),
    endComments: shared(draft.endComments),
    layout,
  };
  state.requests.push(request);
  state.sites.push({
    name: fields.nameSpan ?? head.separator ?? { line, column: 1, endColumn: 1 },
    named: fields.name !== undefined,
    depends: fields.dependsSpans,
    references: state.references,
  });
}

/** Empty lists are one shared object: a large file has very many of them. */
function shared<Item>(list: readonly Item[]): readonly Item[] {
  return list.length === 0 ? NOTHING : list;
}
