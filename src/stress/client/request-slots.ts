/** Cuts what varies out of a request: marks stand in its place, and slots give the text for each sending. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { withApiKey } from '../../http/auth/api-key.js';
import { basicCredential } from '../../http/auth/basic.js';
import { withCredential } from '../../http/auth/credential-header.js';
import { bytesOfText } from '../../http/message/headers.js';
import { checkHeader } from '../../http/http1/http1-request.js';
import type { HttpRequest } from '../../http/message/message.js';
import { endOfAuthority, pathOf } from '../../http/message/target.js';
import type { Auth, Body, Request } from '../../request-file/model/model.js';
import { cutTemplate } from '../../request-file/text/template.js';
import { prepareBody } from '../../runner/prepare/prepare-body.js';
import { headerValue, resolveUrl } from '../../runner/prepare/prepare-request.js';
import type { Varies } from './varying.js';

/** Text for the wire: one byte a character. */
export type Slot = (scope: Scope) => string;

export interface CutRequest {
  /** Nothing in it varies. */
  readonly request: Request;
  /** By their marks. */
  readonly slots: ReadonlyMap<string, Slot>;
  /** Text of the body, when that varies. */
  readonly body: Slot | undefined;
}

/** The request needs the ordinary path. */
export class NotQuick extends Error {}

/** A part that varies is cut out as a whole, so that no encoding is done twice or forgotten. */
export function cutRequest(request: Request, varies: Varies, scope: Scope): CutRequest {
  const slots = new Map<string, Slot>();
  const mark = (slot: Slot): string => {
    const name = `svcSlot${crypto.randomUUID().replaceAll('-', '')}`;
    slots.set(name, slot);
    return name;
  };
  const headers = request.headers.map((header) =>
    varies(header.value) ? { ...header, value: mark(headerSlot(header.key, header.value)) } : header,
  );
  const { auth, ...metadata } = request.metadata;
  const path = varyingPath(request, varies, scope);
  const rest = auth && cutAuth(auth, varies, mark, path !== undefined);
  const body = cutBody(request.body, varies);
  return {
    request: {
      ...request,
      headers,
      url: path === undefined ? request.url : `${path.origin}/${mark(path.slot)}`,
      queryParams: path === undefined ? request.queryParams : [],
      body: body.fixed,
      metadata: rest ? { ...metadata, auth: rest } : metadata,
    },
    slots,
    body: body.slot,
  };
}

function headerSlot(name: string, template: string): Slot {
  return (scope) => sendable(name, headerValue(name, template, scope));
}

function sendable(name: string, value: string): string {
  const bytes = bytesOfText(value);
  checkHeader(name, bytes);
  return bytes;
}

/** Undefined when the whole URL is always the same; the place it leads to has to be. */
function varyingPath(
  request: Request,
  varies: Varies,
  scope: Scope,
): { readonly origin: string; readonly slot: Slot } | undefined {
  const { auth } = request.metadata;
  const key = auth?.type === 'apiKeyQuery' ? auth.params : undefined;
  const templates = [request.url, ...request.queryParams.map(({ value }) => value), ...(key ?? [])];
  if (!templates.some(varies)) return undefined;
  const [origin] = /^https?:\/\/[^/?#]+(?=[/?#]|$)/i.exec(scope.text(fixedStart(request.url, varies))) ?? [];
  if (origin === undefined || !endsInOrigin(request.url, origin, varies, scope)) {
    throw new NotQuick('the host varies');
  }
  const slot: Slot = (current) => {
    const url = resolveUrl(request, [], current);
    const [parameter = '', value = ''] = (key ?? []).map((text) => current.text(text));
    const whole = key ? withApiKey(url, parameter, value) : url;
    return pathOf(whole, endOfAuthority(whole)).slice(1);
  };
  return { origin, slot };
}

/** What follows the fixed start must not go on with the host. */
function endsInOrigin(url: string, origin: string, varies: Varies, scope: Scope): boolean {
  return !varies(url) || scope.text(fixedStart(url, varies)).length > origin.length;
}

function fixedStart(template: string, varies: Varies): string {
  let start = '';
  for (const piece of cutTemplate(template)) {
    const source = piece.kind === 'text' ? piece.text : piece.source;
    // An escaped placeholder would become one again.
    if (piece.kind === 'placeholder' ? varies(source) : source.includes('{{')) break;
    start += source;
  }
  return start;
}

const NO_REQUEST: HttpRequest = {
  method: '',
  url: '',
  headers: [],
  body: null,
  signal: new AbortController().signal,
};

/** A credential that varies goes into its header like any other value; one in a varying URL is part of that. */
function cutAuth(
  auth: Auth,
  varies: Varies,
  mark: (slot: Slot) => string,
  inPath: boolean,
): Auth | undefined {
  const { type, params } = auth;
  const [first = '', second = ''] = params;
  const cut = (name: string, value: (scope: Scope) => string): Auth => ({
    type: 'apiKey',
    params: [
      name,
      mark((scope) => {
        const [header] = withCredential(NO_REQUEST, name, value(scope)).headers;
        return sendable(name, header?.[1] ?? '');
      }),
    ],
  });
  switch (type) {
    case 'none':
      return auth;
    case 'apiKeyQuery':
      return inPath ? undefined : auth;
    case 'bearer':
      return varies(first) ? cut('Authorization', (scope) => `Bearer ${scope.text(first)}`) : auth;
    case 'basic':
      if (!varies(first) && !varies(second)) return auth;
      return cut(
        'Authorization',
        (scope) => `Basic ${basicCredential(scope.text(first), scope.text(second))}`,
      );
    case 'apiKey':
      if (varies(first)) throw new NotQuick('the name of a header varies');
      return varies(second) ? cut(first, (scope) => scope.text(second)) : auth;
    default:
      throw new NotQuick(`${type} authentication`);
  }
}

interface CutBody {
  readonly fixed: Body | null;
  readonly slot: Slot | undefined;
}

function cutBody(body: Body | null, varies: Varies): CutBody {
  if (!body) return { fixed: null, slot: undefined };
  if (body.contentType === 'file' && body.interpolate) throw new NotQuick('an included file may vary');
  if (!textsOf(body).some(varies)) return { fixed: body, slot: undefined };
  if (body.contentType === 'file' || body.contentType === 'multipart') throw new NotQuick('a file varies');
  // Whether it is JSON, and so its type, depends on the value.
  if (body.contentType === 'raw' && body.raw.trimStart().startsWith('{{'))
    throw new NotQuick('the type varies');
  const contentType = body.contentType === 'graphql' ? 'json' : body.contentType;
  return {
    fixed: { contentType, raw: '', line: body.line },
    slot: (scope) => {
      const prepared = prepareBody(body, scope, []);
      return prepared.kind === 'text' ? prepared.text : '';
    },
  };
}

function textsOf(body: Body): readonly string[] {
  switch (body.contentType) {
    case 'file':
      return [body.path];
    case 'graphql':
      return [body.graphql, body.variables ?? ''];
    case 'multipart':
      return body.fields.flatMap((field) =>
        field.kind === 'field' ? [field.value] : [field.path, field.filename ?? '', field.type ?? ''],
      );
    default:
      return 'fields' in body ? body.fields.map(({ value }) => value) : [body.raw];
  }
}
