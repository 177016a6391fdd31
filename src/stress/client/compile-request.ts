/**
 * A request as the bytes that go on the wire: what never changes is made once, the rest are slots that are filled
 * for each sending. The pieces come from the ordinary path's own functions, so both send the same.
 */
import type { Scope } from '../../evaluation/variables/scope.js';
import { authWrap, type ResolvedAuth } from '../../http/auth/build-auth.js';
import { withHeader } from '../../http/message/header-list.js';
import { checkHeader } from '../../http/http1/http1-request.js';
import type { HeaderList, HttpRequest } from '../../http/message/message.js';
import { http1Headers } from '../../http/connections/outgoing-headers.js';
import { endOfAuthority, pathOf, readTarget, type Target } from '../../http/message/target.js';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import type { Request } from '../../request-file/model/model.js';
import type { FileContext } from '../../runner/file-context.js';
import { buildBody } from '../../runner/prepare/prepare-body.js';
import { prepareRequest } from '../../runner/prepare/prepare-request.js';
import { cutRequest, NotQuick, type CutRequest, type Slot } from './request-slots.js';
import type { Varies } from './varying.js';

export interface CompiledRequest {
  readonly target: Target;
  /** Whole, when nothing varies. */
  readonly fixed: Uint8Array | undefined;
  /** Throws what the ordinary path throws for a value that cannot be sent. */
  build(scope: Scope): Uint8Array;
}

/** Throws when the request cannot be sent this way; the ordinary path sends it then, or says why nobody can. */
export async function compileRequest(
  request: Request,
  file: FileContext,
  varies: Varies,
): Promise<CompiledRequest> {
  const { scope, run } = file;
  if (run.defaults.list.some(({ dynamic, pair }) => dynamic && varies(pair[1]))) {
    throw new NotQuick('a default header varies');
  }
  const cut = cutRequest(request, varies, scope);
  const complete = await completed(cut.request, file);
  const end = endOfAuthority(complete.url);
  const target = readTarget(complete.url.slice(0, end));
  const headers = http1Headers(complete, target, undefined);
  for (const [name, value] of headers) checkHeader(name, value);
  const body = complete.body instanceof Uint8Array && !cut.body ? complete.body : undefined;
  const head = headPieces(`${complete.method} ${pathOf(complete.url, end)}`, headers, cut);
  const build = (current: Scope): Uint8Array => {
    if (!cut.body) return joined(fill(head, current, ''), body);
    const content = Buffer.from(cut.body(current), 'utf8');
    return joined(fill(head, current, String(content.length)), content);
  };
  const isFixed = cut.slots.size === 0 && !cut.body;
  return { target, fixed: isFixed ? build(scope) : undefined, build };
}

const NEVER = new AbortController().signal;
/** Larger ones are streamed from their file each time, by the ordinary path. */
const MOST_BODY_BYTES = 4 * 1024 * 1024;

/** With its body and its credentials, as it would reach the connection. */
async function completed(request: Request, file: FileContext): Promise<HttpRequest> {
  const { scope, run, runnable } = file;
  const prepared = prepareRequest(request, scope, run.defaults);
  const { method, url, auth } = prepared;
  const built = prepared.body && (await buildBody(prepared.body, run.fileAccess, runnable.directory, scope));
  const headers =
    built?.contentType === undefined
      ? prepared.headers
      : withHeader(prepared.headers, 'Content-Type', built.contentType);
  const body = built ? await collected(built.body) : null;
  return withCredentials({ method, url, headers, body, signal: NEVER }, auth, file);
}

async function collected(body: HttpRequest['body']): Promise<Uint8Array | null> {
  if (body === null || body instanceof Uint8Array) return body;
  if (body.length === undefined || body.length > MOST_BODY_BYTES) throw new NotQuick('a large body');
  const bytes = new ByteBuffer(MOST_BODY_BYTES);
  for await (const chunk of body.open()) if (!bytes.append(chunk)) throw new NotQuick('a large body');
  return bytes.bytes();
}

/** What the wrap of the ordinary path would hand on. */
async function withCredentials(
  request: HttpRequest,
  auth: ResolvedAuth | undefined,
  { run }: FileContext,
): Promise<HttpRequest> {
  const { authState, send, secrets } = run.wire;
  const wrap = auth && authWrap(auth, authState, send, (value) => secrets.add(value));
  if (!wrap) return request;
  let seen = request;
  await wrap((complete) => {
    seen = complete;
    return Promise.reject(new NotQuick('only looked at'));
  })(request).catch((error: unknown) => {
    if (!(error instanceof NotQuick)) throw error;
  });
  return seen;
}

type Piece = string | Slot | typeof LENGTH;
const LENGTH = Symbol('length of the body');

function headPieces(start: string, headers: HeaderList, { slots, body }: CutRequest): readonly Piece[] {
  const lines = headers.map(([name, value]) =>
    body && name === 'Content-Length' ? `${name}: ${LENGTH_MARK}\r\n` : `${name}: ${value}\r\n`,
  );
  const text = `${start} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const marks = [...slots.keys(), ...(body ? [LENGTH_MARK] : [])];
  if (marks.length === 0) return [text];
  return text.split(new RegExp(`(${marks.join('|')})`)).map((piece) => {
    if (piece === LENGTH_MARK) return LENGTH;
    return slots.get(piece) ?? piece;
  });
}

const LENGTH_MARK = `svcLength${crypto.randomUUID().replaceAll('-', '')}`;

function fill(pieces: readonly Piece[], scope: Scope, length: string): string {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else text += typeof piece === 'function' ? piece(scope) : length;
  }
  return text;
}

function joined(head: string, body: Uint8Array | undefined): Uint8Array {
  const start = Buffer.from(head, 'latin1');
  return body ? Buffer.concat([start, body]) : start;
}
