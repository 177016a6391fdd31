/** What the request of a route is written with, read in the same way as a request that a mock server receives. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { toJson } from '../../evaluation/values/json.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../http/message/message.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { authOf } from '../../request-file/model/client-directives.js';
import type { Request } from '../../request-file/model/model.js';
import { prepareRequest, type PreparedRequest } from '../../runner/prepare/prepare-request.js';
import { ReceivedRequest } from '../incoming/received-request.js';
import type { PartPlace, RouteRules, WrittenPart } from '../responses/route-rules.js';
import { MARK, markPlaceholders } from './mark-placeholders.js';
import { comparableText, jsonKey, keysAt } from './part-keys.js';

/** Bodies with more parts are compared by the first ones. */
const MAX_PARTS = 10_000;

/** Clients and proxies add these headers or change them, so that they say nothing about what is meant. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'pragma',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);

/** `scope` has no captures; `isSecret` says whether a text contains a secret of the files. */
export function writtenRules(
  request: Request,
  scope: Scope,
  isSecret: (text: string) => boolean,
): Omit<RouteRules, 'conditions'> {
  const prepared = tryPrepare(request, scope);
  const found = new FoundParts(isSecret);
  if (prepared) {
    const received = asReceived(prepared);
    addQuery(received, found);
    addHeaders(received, found);
    addBody(request, prepared, received, found);
  }
  addCredential(request, scope, found);
  return { parts: found.parts, open: found.open, hasBody: request.body !== null };
}

class FoundParts {
  readonly parts: WrittenPart[] = [];
  readonly open: PartPlace[] = [];
  readonly #isSecret: (text: string) => boolean;
  readonly #keys = new Set<string>();

  constructor(isSecret: (text: string) => boolean) {
    this.#isSecret = isSecret;
  }

  get isFull(): boolean {
    return this.#keys.size >= MAX_PARTS;
  }

  add(place: PartPlace, key: string): void {
    if (key.includes(MARK)) this.addOpen(place);
    else if (this.#isNew(place, key)) this.parts.push({ ...place, key, ...this.#secrecy(key) });
  }

  addText(text: string): void {
    const pieces = text.split(MARK);
    if (pieces.length === 1) this.add({ in: 'text' }, text);
    else if (pieces.every((piece) => piece === '')) this.addOpen({ in: 'text' });
    else this.parts.push({ in: 'text', key: '', pieces, ...this.#secrecy(text) });
  }

  addOpen(place: PartPlace): void {
    if (this.#isNew(place, MARK)) this.open.push(place);
  }

  #isNew(place: PartPlace, key: string): boolean {
    const text = JSON.stringify([place, key]);
    if (this.isFull || this.#keys.has(text)) return false;
    this.#keys.add(text);
    return true;
  }

  #secrecy(text: string): Pick<WrittenPart, 'isSecret'> {
    return this.#isSecret(text) ? { isSecret: true } : {};
  }
}

/** Undefined for a request that cannot be sent as it is written. */
function tryPrepare(request: Request, scope: Scope): PreparedRequest | undefined {
  const marked = markPlaceholders(request, (source) => scope.settledText(source) !== undefined);
  const { clientAuth: _auth, ...unsigned } = { ...marked, metadata: {} };
  try {
    return prepareRequest(unsigned, scope, NO_DEFAULTS, onlyQuery);
  } catch (error) {
    if (error instanceof VariableFailure || error instanceof RequestFailure) return undefined;
    throw error;
  }
}

const NO_DEFAULTS = { list: [], namesContentType: false };
const ORIGIN = 'http://mock.invalid';

function onlyQuery(url: string): string {
  return `${ORIGIN}/${/\?[^#]*/.exec(url)?.[0] ?? ''}`;
}

function asReceived({ method, url, headers, body }: PreparedRequest): ReceivedRequest {
  return new ReceivedRequest({
    method,
    target: url.slice(ORIGIN.length),
    rawHeaders: headers.flatMap(([name, value]) => [name, Buffer.from(value, 'utf8').toString('latin1')]),
    body: Buffer.from(body?.kind === 'text' ? body.text : ''),
  });
}

function addQuery(received: ReceivedRequest, found: FoundParts): void {
  for (const [name, value] of received.query()) found.add({ in: 'query', name }, value);
}

function addHeaders(received: ReceivedRequest, found: FoundParts): void {
  const names = new Set<string>(['cookie']);
  for (const [name] of received.view().headers) {
    const lowerName = name.toLowerCase();
    if (TRANSPORT_HEADERS.has(lowerName) || names.has(lowerName)) continue;
    names.add(lowerName);
    for (const key of keysAt(received, { in: 'header', name })) found.add({ in: 'header', name }, key);
  }
  for (const [name, value] of received.cookies()) found.add({ in: 'cookie', name }, value);
}

/** The credential that `@auth` adds; what it consists of may be fetched during a run. */
function addCredential(request: Request, scope: Scope, found: FoundParts): void {
  const auth = authOf(request);
  if (!auth || auth.type === 'none') return;
  const isKey = auth.type === 'apiKey' || auth.type === 'apiKeyQuery';
  const name = isKey ? scope.settledText(auth.params[0] ?? '') : 'Authorization';
  if (name === undefined || name === '') return;
  found.addOpen(auth.type === 'apiKeyQuery' ? { in: 'query', name } : { in: 'header', name });
}

function addBody(
  { body: written }: Request,
  { body }: PreparedRequest,
  received: ReceivedRequest,
  found: FoundParts,
): void {
  if (body?.kind === 'multipart') {
    for (const part of body.parts) {
      if ('value' in part) found.add({ in: 'form', name: part.name }, part.value);
      else found.addOpen({ in: 'form', name: part.name });
    }
  }
  if (body?.kind !== 'text' || body.text === '') return;
  const fields = received.formFields();
  const json = received.view().json();
  if (fields) for (const [name, value] of fields) found.add({ in: 'form', name }, value);
  else if (json === ABSENT) found.addText(comparableText(body.text));
  else if (written?.contentType === 'graphql') addGraphql(received, json, found);
  else addJson(json, [], found);
}

function addGraphql(received: ReceivedRequest, json: unknown, found: FoundParts): void {
  for (const key of keysAt(received, { in: 'graphql' })) found.add({ in: 'graphql' }, key);
  const variables = isPlainObject(json) ? json['variables'] : undefined;
  if (isPlainObject(variables)) addJson(variables, ['variables'], found);
}

/** The received value may have further members, but not further elements. */
function addJson(value: unknown, path: readonly (string | number)[], found: FoundParts): void {
  if (found.isFull) return;
  if (Array.isArray(value)) {
    // A placeholder may stand for several elements.
    if (!value.some(isMarked)) found.add({ in: 'json', path }, jsonKey(value));
    for (const [index, element] of value.entries()) addJson(element, [...path, index], found);
  } else if (isPlainObject(value)) {
    const members = Object.entries(value);
    if (members.length === 0) found.add({ in: 'json', path }, jsonKey(value));
    for (const [name, member] of members) if (!name.includes(MARK)) addJson(member, [...path, name], found);
  } else {
    found.add({ in: 'json', path }, jsonKey(value));
  }
}

function isMarked(value: unknown): boolean {
  return (typeof value !== 'object' || value === null) && toJson(value).includes(MARK);
}
