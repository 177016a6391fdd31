/**
 * Compiles a request to the bytes that go on the wire: fixed parts are built once, slots are filled for each send.
 * The parts come from the functions of the ordinary path, so that both paths send the same bytes.
 */
import type { Scope } from '../../evaluation/variables/scope.js';
import type { SignInPlace } from '../../http/auth/auth-state.js';
import { createAuthWrap, type ResolvedAuth } from '../../http/auth/build-auth.js';
import { withHeader } from '../../http/message/header-list.js';
import { hasHeader } from '../../http/message/headers.js';
import { checkHeader } from '../../http/http1/http1-request.js';
import type { HeaderList, HttpRequest } from '../../http/message/message.js';
import { buildHttp1Headers } from '../../http/connections/outgoing-headers.js';
import { endOfAuthority, pathOf, readTarget, type Target } from '../../http/message/target.js';
import { TRACEPARENT } from '../../http/message/traceparent.js';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import type { Request } from '../../request-file/model/model.js';
import type { FileContext } from '../../runner/file-context.js';
import { buildBody } from '../../runner/prepare/prepare-body.js';
import { prepareRequest } from '../../runner/prepare/prepare-request.js';
import { extractSlots, NeedsOrdinaryPath, type RequestWithSlots } from './request-slots.js';
import type { VariesCheck } from './varying-templates.js';

export interface CompiledRequest {
  readonly target: Target;
  /** All bytes of the request, when nothing varies. */
  readonly fixed: Uint8Array | undefined;
  /** Throws the same error as the ordinary path for a value that cannot be sent. */
  build(scope: Scope): Uint8Array;
}

/** Throws when the quick path cannot send the request. The ordinary path then sends it or reports the reason. */
export async function compileRequest(
  request: Request,
  file: FileContext,
  varies: VariesCheck,
): Promise<CompiledRequest> {
  const { scope, run } = file;
  if (run.defaults.list.some(({ dynamic, pair }) => dynamic && varies(pair[1]))) {
    throw new NeedsOrdinaryPath('a default header varies');
  }
  const extracted = extractSlots(request, varies, scope);
  const complete = await completeRequest(extracted.request, file);
  const withSlots = complete.headers.some(([, value]) => value === TRACE_MARK)
    ? await withTraceSlot(extracted)
    : extracted;
  const end = endOfAuthority(complete.url);
  const target = readTarget(complete.url.slice(0, end));
  const headers = buildHttp1Headers(complete, target, undefined);
  for (const [name, value] of headers) checkHeader(name, value);
  const body = complete.body instanceof Uint8Array && !withSlots.body ? complete.body : undefined;
  const head = headParts(`${complete.method} ${pathOf(complete.url, end)}`, headers, withSlots);
  const build = (current: Scope): Uint8Array => {
    if (!withSlots.body) return joinBytes(fill(head, current, ''), body);
    const content = Buffer.from(withSlots.body(current), 'utf8');
    return joinBytes(fill(head, current, String(content.length)), content);
  };
  const isFixed = withSlots.slots.size === 0 && !withSlots.body;
  return { target, fixed: isFixed ? build(scope) : undefined, build };
}

const NEVER = new AbortController().signal;
/** Larger bodies are streamed from their file by the ordinary path. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Adds the body and the credentials, as the connection would receive them. */
async function completeRequest(request: Request, file: FileContext): Promise<HttpRequest> {
  const { scope, run, runnable } = file;
  const prepared = prepareRequest(request, scope, run.defaults);
  const { method, url, auth } = prepared;
  const built = prepared.body && (await buildBody(prepared.body, run.fileAccess, runnable.directory, scope));
  const typed =
    built?.contentType === undefined
      ? prepared.headers
      : withHeader(prepared.headers, 'Content-Type', built.contentType);
  const headers =
    run.options.traceparent && !hasHeader(typed, TRACEPARENT)
      ? [...typed, [TRACEPARENT, TRACE_MARK] as const]
      : typed;
  const body = built ? await collectBody(built.body) : null;
  const place = { file: runnable.shown, name: request.name };
  return withCredentials({ method, url, headers, body, signal: NEVER }, auth, place, file);
}

async function collectBody(body: HttpRequest['body']): Promise<Uint8Array | null> {
  if (body === null || body instanceof Uint8Array) return body;
  if (body.length === undefined || body.length > MAX_BODY_BYTES) throw new NeedsOrdinaryPath('a large body');
  const bytes = new ByteBuffer(MAX_BODY_BYTES);
  for await (const chunk of body.open())
    if (!bytes.append(chunk)) throw new NeedsOrdinaryPath('a large body');
  return bytes.bytes();
}

/** Every send begins a trace of its own. */
async function withTraceSlot({ slots, ...others }: RequestWithSlots): Promise<RequestWithSlots> {
  const { newTraceparent } = await import('../../runner/outcome/result-trace.js');
  return { ...others, slots: new Map([...slots, [TRACE_MARK, newTraceparent]]) };
}

/** Returns the request as the authentication wrap would pass it on. */
async function withCredentials(
  request: HttpRequest,
  auth: ResolvedAuth | undefined,
  place: SignInPlace,
  { run }: FileContext,
): Promise<HttpRequest> {
  const { authState, send, secrets } = run.wire;
  const onSecret = (value: string): void => secrets.add(value);
  const wrap = auth && createAuthWrap(auth, authState, send, onSecret, place);
  if (!wrap) return request;
  let seen = request;
  await wrap((complete) => {
    seen = complete;
    return Promise.reject(new NeedsOrdinaryPath('only looked at'));
  })(request).catch((error: unknown) => {
    if (!(error instanceof NeedsOrdinaryPath)) throw error;
  });
  return seen;
}

/** A slot gets the length of the body beside the scope. */
type HeadPart = string | ((scope: Scope, length: string) => string);

function headParts(
  start: string,
  headers: HeaderList,
  { slots, body }: RequestWithSlots,
): readonly HeadPart[] {
  const lines = headers.map(([name, value]) =>
    body && name === 'Content-Length' ? `${name}: ${LENGTH_MARK}\r\n` : `${name}: ${value}\r\n`,
  );
  const text = `${start} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const marks = new Map<string, HeadPart>(slots);
  if (body) marks.set(LENGTH_MARK, (_scope, length) => length);
  if (marks.size === 0) return [text];
  return text.split(new RegExp(`(${[...marks.keys()].join('|')})`)).map((part) => marks.get(part) ?? part);
}

const LENGTH_MARK = `svcLength${crypto.randomUUID().replaceAll('-', '')}`;
const TRACE_MARK = `svcTrace${crypto.randomUUID().replaceAll('-', '')}`;

function fill(parts: readonly HeadPart[], scope: Scope, length: string): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : part(scope, length);
  return text;
}

function joinBytes(head: string, body: Uint8Array | undefined): Uint8Array {
  const start = Buffer.from(head, 'latin1');
  return body ? Buffer.concat([start, body]) : start;
}
