/** Separates the requests of a file that can run from those that the errors in it concern. */
import type { Diagnostic, DiagnosticCode } from '../../request-file/model/diagnostic.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { copySourceText, sourceLines } from '../../request-file/source-text.js';

export interface SeparatedFile {
  /** Without errors; a part without a request line is a request of its own. */
  readonly file: RequestFile;
  /** Why each of these requests of the file cannot run. */
  readonly invalid: ReadonlyMap<Request, string>;
}

/** Errors after which no part of the file can be trusted; a lost variable may send requests to another place. */
const WHOLE_FILE: ReadonlySet<DiagnosticCode> = new Set([
  'invalid_utf8',
  'nul_character',
  'file_too_large',
  'variable_syntax',
]);

/** Errors of a part that has no request line, so that the model has no request for it. */
const NO_REQUEST: ReadonlySet<DiagnosticCode> = new Set(['expected_request_line', 'unknown_method']);

/** Undefined if an error concerns the whole file. */
export function separateInvalid(file: RequestFile): SeparatedFile | undefined {
  const errors = file.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.some(({ code }) => WHOLE_FILE.has(code))) return undefined;
  const lines = sourceLines(file) ?? [];
  const parts = errors
    .filter(({ code }) => NO_REQUEST.has(code))
    .map((error) => requestWithoutLine(error, lines));
  const written = [...file.requests, ...parts.map(({ request }) => request)].sort((a, b) => a.line - b.line);
  const found = new Map<Request, Diagnostic[]>(parts.map(({ request, error }) => [request, [error]]));
  for (const error of errors.filter(({ code }) => !NO_REQUEST.has(code))) {
    for (const request of requestsAt(error, written)) {
      found.set(request, [...(found.get(request) ?? []), error]);
    }
  }
  const invalid = new Map<Request, string>();
  const requests = written.map((request) => {
    const own = found.get(request);
    if (own === undefined) return request;
    const kept = withoutEffects(request);
    invalid.set(kept, messageOf(own));
    return kept;
  });
  const diagnostics = file.diagnostics.filter(({ severity }) => severity !== 'error');
  const separated = { ...file, requests, diagnostics };
  copySourceText(file, separated);
  return { file: separated, invalid };
}

/** The request around a line; a directive may also belong to the next request, if no separator stands between. */
function requestsAt({ line, code }: Diagnostic, requests: readonly Request[]): Request[] {
  const next = requests.findIndex((request) => request.line > line);
  const index = next === -1 ? requests.length - 1 : Math.max(0, next - 1);
  const around = requests[index];
  if (around === undefined) return [];
  const following = requests[index + 1];
  const isShared = DIRECTIVES.has(code) && following?.line === following?.requestLine;
  return isShared && following !== undefined && around.line <= line ? [around, following] : [around];
}

const DIRECTIVES: ReadonlySet<DiagnosticCode> = new Set([
  'directive_value',
  'unknown_auth_method',
  'auth_parameters',
]);

/** Keeps what identifies the request and whether it is skipped; nothing that another request would wait for. */
function withoutEffects(request: Request): Request {
  const { skip, only } = request.metadata;
  return { ...request, metadata: { ...(skip !== undefined && { skip }), ...(only && { only }) } };
}

function messageOf([first, ...others]: readonly Diagnostic[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `line ${first?.line ?? 0}: ${first?.message ?? ''}${more}`;
}

/** A request for the part from the last separator before the error. */
function requestWithoutLine(
  error: Diagnostic,
  lines: readonly string[],
): { readonly request: Request; readonly error: Diagnostic } {
  let line = error.line;
  while (line > 1 && !lines[line - 1]?.startsWith('###')) line -= 1;
  const separator = lines[line - 1] ?? '';
  const title = separator.startsWith('###') ? separator.replace(/^#+/, '').trim() : '';
  const name = title === '' ? `line ${error.line}` : title;
  const hasMethod = error.code === 'unknown_method';
  const [method = '', url = ''] = hasMethod ? (lines[error.line - 1] ?? '').trim().split(/\s+/, 2) : [];
  return { error, request: { ...EMPTY_REQUEST, name, title, line, requestLine: error.line, method, url } };
}

const EMPTY_REQUEST: Omit<Request, 'name' | 'title' | 'line' | 'requestLine' | 'method' | 'url'> = {
  description: '',
  tags: [],
  headers: [],
  queryParams: [],
  assertions: [],
  captures: [],
  metadata: {},
  body: null,
  mock: null,
  db: [],
  shell: [],
  foreign: [],
  comments: [],
  endComments: [],
};
