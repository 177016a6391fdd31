/** Replaces the varying parts of a request with marks, and creates slots that give the text for each send. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { withApiKey } from '../../http/auth/api-key.js';
import { checkCredential } from '../../http/auth/credential-header.js';
import { encodeBasicCredential } from '../../http/message/basic-credential.js';
import { bytesOfText } from '../../http/message/headers.js';
import { checkHeader } from '../../http/http1/http1-request.js';
import { endOfAuthority, pathOf } from '../../http/message/target.js';
import type { Auth, Body, Request } from '../../request-file/model/model.js';
import { withoutCommentLines } from '../../request-file/text/json-comments.js';
import { cutTemplate } from '../../request-file/text/template.js';
import { prepareBody } from '../../runner/prepare/prepare-body.js';
import { headerValue, resolveUrl } from '../../runner/prepare/prepare-request.js';
import type { VariesCheck } from './varying-templates.js';

/** Returns text for the wire, one character per byte. */
export type RequestSlot = (scope: Scope) => string;

export interface RequestWithSlots {
  /** The request with marks instead of varying parts. */
  readonly request: Request;
  /** The slots by their marks. */
  readonly slots: ReadonlyMap<string, RequestSlot>;
  /** The text of the body, when that varies. */
  readonly body: RequestSlot | undefined;
}

/** Thrown when the request needs the ordinary path. */
export class NeedsOrdinaryPath extends Error {}

/** A varying part becomes a slot as a whole, so that no encoding is applied twice or forgotten. */
export function extractSlots(request: Request, varies: VariesCheck, scope: Scope): RequestWithSlots {
  const slots = new Map<string, RequestSlot>();
  const mark = (slot: RequestSlot): string => {
    const name = `svcSlot${crypto.randomUUID().replaceAll('-', '')}`;
    slots.set(name, slot);
    return name;
  };
  const headers = request.headers.map((header) =>
    varies(header.value) ? { ...header, value: mark(headerSlot(header.key, header.value)) } : header,
  );
  const { auth, ...metadata } = request.metadata;
  const path = varyingPath(request, varies, scope);
  const authWithSlots = auth && extractAuthSlots(auth, varies, mark, path !== undefined);
  const body = extractBodySlot(request.body, varies);
  return {
    request: {
      ...request,
      headers,
      url: path === undefined ? request.url : `${path.origin}/${mark(path.slot)}`,
      queryParams: path === undefined ? request.queryParams : [],
      body: body.fixed,
      metadata: authWithSlots ? { ...metadata, auth: authWithSlots } : metadata,
    },
    slots,
    body: body.slot,
  };
}

function headerSlot(name: string, template: string): RequestSlot {
  return (scope) => sendable(name, headerValue(name, template, scope));
}

function sendable(name: string, value: string): string {
  const bytes = bytesOfText(value);
  checkHeader(name, bytes);
  return bytes;
}

/** Undefined when the URL never varies. Its origin must not vary, since connections are opened in advance. */
function varyingPath(
  request: Request,
  varies: VariesCheck,
  scope: Scope,
): { readonly origin: string; readonly slot: RequestSlot } | undefined {
  const { auth } = request.metadata;
  const key = auth?.type === 'apiKeyQuery' ? auth.params : undefined;
  const templates = [request.url, ...request.queryParams.map(({ value }) => value), ...(key ?? [])];
  if (!templates.some(varies)) return undefined;
  const start = scope.text(fixedStart(request.url, varies));
  const [origin] = /^https?:\/\/[^/?#]+(?=[/?#]|$)/i.exec(start) ?? [];
  // The part after the fixed start must not continue the host.
  if (origin === undefined || (varies(request.url) && start.length === origin.length)) {
    throw new NeedsOrdinaryPath('the host varies');
  }
  const slot: RequestSlot = (current) => {
    const url = resolveUrl(request, [], current);
    const [parameter = '', value = ''] = (key ?? []).map((text) => current.text(text));
    const whole = key ? withApiKey(url, parameter, value) : url;
    return pathOf(whole, endOfAuthority(whole)).slice(1);
  };
  return { origin, slot };
}

function fixedStart(template: string, varies: VariesCheck): string {
  let start = '';
  for (const part of cutTemplate(template)) {
    const source = part.kind === 'text' ? part.text : part.source;
    // An escaped placeholder would turn into a real one.
    if (part.kind === 'placeholder' ? varies(source) : source.includes('{{')) break;
    start += source;
  }
  return start;
}

/** A varying credential becomes a header slot. One in the query is part of the varying URL already. */
function extractAuthSlots(
  auth: Auth,
  varies: VariesCheck,
  mark: (slot: RequestSlot) => string,
  inPath: boolean,
): Auth | undefined {
  const { type, params } = auth;
  const [first = '', second = ''] = params;
  const slotAuth = (name: string, value: (scope: Scope) => string): Auth => ({
    type: 'apiKey',
    params: [
      name,
      mark((scope) => {
        const credential = value(scope);
        checkCredential(name, credential);
        return sendable(name, credential);
      }),
    ],
  });
  switch (type) {
    case 'none':
      return auth;
    case 'apiKeyQuery':
      return inPath ? undefined : auth;
    case 'bearer':
      return varies(first) ? slotAuth('Authorization', (scope) => `Bearer ${scope.text(first)}`) : auth;
    case 'basic':
      if (!varies(first) && !varies(second)) return auth;
      return slotAuth(
        'Authorization',
        (scope) => `Basic ${encodeBasicCredential(scope.text(first), scope.text(second))}`,
      );
    case 'apiKey':
      if (varies(first)) throw new NeedsOrdinaryPath('the name of a header varies');
      return varies(second) ? slotAuth(first, (scope) => scope.text(second)) : auth;
    default:
      throw new NeedsOrdinaryPath(`${type} authentication`);
  }
}

function extractBodySlot(
  body: Body | null,
  varies: VariesCheck,
): { readonly fixed: Body | null; readonly slot: RequestSlot | undefined } {
  if (!body) return { fixed: null, slot: undefined };
  if (body.contentType === 'file' && body.interpolate)
    throw new NeedsOrdinaryPath('an included file may vary');
  if (!textsOf(body).some(varies)) return { fixed: body, slot: undefined };
  if (body.contentType === 'file' || body.contentType === 'multipart')
    throw new NeedsOrdinaryPath('a file varies');
  // Whether the body is JSON, and so its content type, depends on the value.
  if (body.contentType === 'raw' && body.raw.trimStart().startsWith('{{'))
    throw new NeedsOrdinaryPath('the type varies');
  if (body.contentType === 'raw' && withoutCommentLines(body.raw) !== body.raw)
    throw new NeedsOrdinaryPath('whether comment lines are sent depends on the type');
  const contentType = body.contentType === 'graphql' ? 'json' : body.contentType;
  return {
    fixed: { contentType, raw: '', line: body.line },
    slot: (scope) => {
      const prepared = prepareBody(body, scope, [], false);
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
