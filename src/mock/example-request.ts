/** The request of a file as its mock server will receive it, as far as that is known while routes are planned. */
import type { Scope } from '../evaluation/variables/scope.js';
import type { Body, Request } from '../request-file/model/model.js';
import { ReceivedRequest } from './incoming/received-request.js';
import type { TemplateSource } from './templates/template-source.js';

export interface ExampleRequest {
  readonly request: ReceivedRequest;
  /** Whether a run will send the same value. */
  readonly knows: (source: TemplateSource) => boolean;
}

/** `scope` gives path parameters and captures their values. Results of functions are not known. */
export function exampleRequest(request: Request, scope: Scope): ExampleRequest {
  const parameters = [...queryOf(request.url, scope), ...pairsOf(request.queryParams, scope)];
  const headers = pairsOf(request.headers, scope);
  const body = request.body === null ? '' : bodyText(request.body, scope);
  const received = new ReceivedRequest({
    method: request.method.toUpperCase(),
    target: `/?${new URLSearchParams(parameters).toString()}`,
    rawHeaders: withType(headers, request.body).flat(),
    body: Buffer.from(body ?? ''),
  });
  const names = { query: namesOf(parameters), header: namesOf(headers) };
  return {
    request: received,
    knows: (source) => {
      switch (source.kind) {
        case 'parameter':
        case 'method':
          return true;
        case 'query':
          return names.query.has(source.name.toLowerCase());
        case 'header':
          return names.header.has(source.name.toLowerCase());
        case 'body':
        case 'bodyPath':
          return body !== undefined;
        case 'url':
        case 'path':
        // A run keeps cookies of its own.
        case 'cookie':
          return false;
        case 'function':
          return true;
      }
    },
  };
}

/** The address before the query may have no value yet. */
function queryOf(url: string, scope: Scope): readonly Pair[] {
  const [, query = ''] = /\?([^#]*)/s.exec(url) ?? [];
  return query.split('&').flatMap((part) => [...new URLSearchParams(scope.settledText(part) ?? '')]);
}

type Pair = [name: string, value: string];

function pairsOf(
  lines: readonly { readonly key: string; readonly value: string }[],
  scope: Scope,
): readonly Pair[] {
  return lines.flatMap(({ key, value }) => {
    const text = scope.settledText(value);
    return text === undefined ? [] : [[key, text]];
  });
}

function namesOf(pairs: readonly Pair[]): ReadonlySet<string> {
  return new Set(pairs.map(([name]) => name.toLowerCase()));
}

/** Undefined for a body that is a file, is made of parts or has values that are not known. */
function bodyText(body: Body, scope: Scope): string | undefined {
  if ('fields' in body && body.contentType === 'form') {
    const pairs = pairsOf(body.fields, scope);
    const isKnown = pairs.length === body.fields.length;
    return isKnown ? new URLSearchParams([...pairs]).toString() : undefined;
  }
  const isText =
    body.contentType !== 'file' && body.contentType !== 'multipart' && body.contentType !== 'graphql';
  return isText ? scope.settledText(body.raw) : undefined;
}

function withType(headers: readonly Pair[], body: Body | null): readonly Pair[] {
  const isWritten = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const type = body?.contentType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const needsType = !isWritten && (body?.contentType === 'form' || body?.contentType === 'json');
  return needsType ? [...headers, ['Content-Type', type]] : headers;
}
