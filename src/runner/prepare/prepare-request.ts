/** Resolves every placeholder of a request before anything is sent. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { ResolvedAuth } from '../../http/auth/build-auth.js';
import { RequestFailure, type HeaderList } from '../../http/message/message.js';
import { appendQuery, prepareUrl } from '../../http/message/url-encoding.js';
import { COMPUTED_HEADERS, REQUEST_TYPE_HEADER } from '../../request-file/text/header-name.js';
import { sentMethod } from '../../request-file/text/methods.js';
import { authOf } from '../../request-file/model/client-directives.js';
import type { Request } from '../../request-file/model/model.js';
import { cutTemplate } from '../../request-file/text/template.js';
import type { DefaultHeaders } from './default-headers.js';
import { prepareBody, type PreparedBody } from './prepare-body.js';
import { isJsonType } from '../../primitives/text/content-type.js';
import type { RunRequest } from '../plan/run-input.js';

export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** The headers without those of the body and of authentication. */
  readonly headers: HeaderList;
  readonly body: PreparedBody | undefined;
  /** Undefined also for `@auth none`. */
  readonly auth: ResolvedAuth | undefined;
  readonly warnings: readonly string[];
}

/** Throws VariableFailure, and RequestFailure('protocol') or ('file'). */
export function prepareRequest(
  request: Request,
  scope: Scope,
  defaults: DefaultHeaders,
  placeUrl?: PlaceUrl,
): PreparedRequest {
  const method = sentMethod(request.method);
  if (method === 'CONNECT') throw new RequestFailure('protocol', 'CONNECT requests cannot be sent');
  if (request.missingScript !== undefined)
    throw new RequestFailure(
      'file',
      `the script ${request.missingScript} cannot be read inside the workspace`,
    );
  const headers: (readonly [string, string])[] = [];
  const written: string[] = [];
  for (const { key, value } of request.headers) {
    const lowerName = key.toLowerCase();
    if (COMPUTED_HEADERS.has(lowerName)) continue;
    if (lowerName === REQUEST_TYPE_HEADER && request.body?.contentType === 'graphql') continue;
    // In origin form the Host header is the address, which `placeUrl` replaces.
    if (placeUrl && lowerName === 'host' && request.url.startsWith('/')) continue;
    written.push(lowerName);
    headers.push([key, headerValue(key, value, scope)]);
  }
  const url = resolveUrl(request, headers, scope, placeUrl);
  const { list } = defaults;
  for (let at = 0; at < list.length; at++) {
    const header = list[at];
    if (!header || (written.length > 0 && written.includes(header.lowerName))) continue;
    const { pair, dynamic } = header;
    headers.push(dynamic ? [pair[0], headerValue(pair[0], pair[1], scope)] : pair);
  }
  if (!request.body)
    return {
      method,
      url,
      headers,
      body: undefined,
      auth: resolveAuth(request, scope),
      warnings: request.untranslatedScripts ?? NONE,
    };
  const warnings: string[] = [...(request.untranslatedScripts ?? NONE)];
  const type = headers.find(([name]) => name.length === 12 && name.toLowerCase() === 'content-type');
  const body = prepareBody(request.body, scope, warnings, type !== undefined && isJsonType(type[1]));
  const hasType = defaults.namesContentType || written.includes('content-type');
  if (body.contentType !== '' && !hasType) headers.push(['Content-Type', body.contentType]);
  return { method, url, headers, body, auth: resolveAuth(request, scope), warnings };
}

const NONE: readonly string[] = [];

type PlaceUrl = NonNullable<RunRequest['placeUrl']>;

export function headerValue(name: string, template: string, scope: Scope): string {
  if (!template.includes('{{')) return template;
  const value = scope.text(template);
  if (!hasLineBreak(value)) return value;
  throw new VariableFailure(
    `header "${name}": ${breakingPlaceholder(template, scope)} contains a line break or NUL`,
  );
}

/** Query lines come after the query of the URL itself, which stays as it is. */
export function resolveUrl(request: Request, headers: HeaderList, scope: Scope, placeUrl?: PlaceUrl): string {
  const text = scope.text(request.url);
  if (hasLineBreak(text)) {
    const culprit = breakingPlaceholder(request.url, scope);
    throw new RequestFailure('protocol', `the URL cannot be sent: ${culprit} contains a line break or NUL`);
  }
  const url = placeUrl ? placeUrl(text) : text.startsWith('/') ? originForm(text, headers) : text;
  if (request.queryParams.length === 0) return prepareUrl(url);
  return prepareUrl(
    appendQuery(
      url,
      request.queryParams.map(({ key, value }) => [key, scope.text(value)] as const),
    ),
  );
}

/** The URL of `GET /path` with a `Host` header. */
function originForm(path: string, headers: HeaderList): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  if (host === undefined) {
    throw new RequestFailure('protocol', 'the URL has no host; write it in full or add a Host header');
  }
  return urlOnHost(host, path);
}

/** The URL of a path on the host that a Host header names. */
export function urlOnHost(host: string, path: string): string {
  return `${host.endsWith(':443') ? 'https' : 'http'}://${host}${path}`;
}

function resolveAuth(request: Request, scope: Scope): ResolvedAuth | undefined {
  const auth = authOf(request);
  if (!auth || auth.type === 'none') return undefined;
  return { type: auth.type, params: auth.params.map((parameter) => scope.text(parameter)) };
}

export function hasLineBreak(text: string): boolean {
  return /[\r\n\0]/.test(text);
}

/** The placeholder of a template whose value holds the line break. */
export function breakingPlaceholder(template: string, scope: Scope): string {
  for (const piece of cutTemplate(template)) {
    if (piece.kind === 'placeholder' && hasLineBreak(scope.text(piece.source))) return piece.source;
  }
  return 'the value';
}
