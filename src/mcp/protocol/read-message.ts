/** One line of input as a JSON-RPC message, or what is wrong with it; the package drops silently what it cannot read. */
import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject, shownName, type Arguments } from './check-arguments.js';

export type MessageId = string | number;

export type ReadMessage =
  | {
      readonly kind: 'request';
      readonly id: MessageId;
      readonly method: string;
      readonly message: JSONRPCMessage;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly message: JSONRPCMessage }
  /** Has to be answered with this error. */
  | { readonly kind: 'refused'; readonly id: MessageId; readonly error: ProtocolFault }
  /** Nobody can be answered. */
  | { readonly kind: 'skipped'; readonly reason: string };

export interface ProtocolFault {
  readonly code: number;
  readonly message: string;
}

export function readMessage(line: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'skipped', reason: 'a line is not JSON' };
  }
  if (!isObject(value)) return { kind: 'skipped', reason: 'a line is not one JSON-RPC message' };
  const { method, id } = value;
  if (!('method' in value) && ('result' in value || 'error' in value))
    return { kind: 'skipped', reason: 'a response came, but the server has asked nothing' };
  if ('id' in value && !isId(id))
    return { kind: 'skipped', reason: 'a request has an id that is not a string or a whole number' };
  const fault = messageFault(value, isId(id));
  if (isId(id) && fault) return { kind: 'refused', id, error: fault };
  if (fault) return { kind: 'skipped', reason: fault.message };
  const message = value as unknown as JSONRPCMessage;
  return isId(id)
    ? { kind: 'request', id, method: method as string, message }
    : { kind: 'notification', method: method as string, message };
}

/** In place of an error whose message is a dump of the package. */
export function paramsFault(method: string): ProtocolFault {
  return invalidParams(`the parameters of ${method} do not have the form that MCP gives them`);
}

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

function messageFault(value: Arguments, isRequest: boolean): ProtocolFault | undefined {
  const { jsonrpc, method, params } = value;
  if (jsonrpc !== '2.0') return invalidRequest('jsonrpc must be "2.0"');
  if (typeof method !== 'string') return invalidRequest('method must be a string');
  const unknown = Object.keys(value).find((name) => !REQUEST_FIELDS.has(name));
  if (unknown !== undefined) return invalidRequest(`unknown field ${shownName(unknown)}`);
  if ('params' in value && !isObject(params)) return invalidParams('params must be an object');
  const fields = [...SHARED_FIELDS, ...(isRequest ? (FIELDS.get(method) ?? []) : [])];
  for (const { path, kind, optional = false } of fields) {
    const field = fieldAt(value, path);
    if (field === undefined ? !optional : !KINDS[kind].test(field))
      return invalidParams(`${path} must be ${KINDS[kind].name}`);
  }
  if (isRequest ? isJSONRPCRequest(value) : isJSONRPCNotification(value)) return undefined;
  return invalidRequest('the message does not have the form that MCP gives it');
}

interface Field {
  readonly path: string;
  readonly kind: 'string' | 'object' | 'token';
  readonly optional?: true;
}

const KINDS: Readonly<Record<Field['kind'], { name: string; test: (value: unknown) => boolean }>> = {
  string: { name: 'a string', test: (value) => typeof value === 'string' },
  object: { name: 'an object', test: isObject },
  token: { name: 'a string or a whole number', test: isId },
};

const SHARED_FIELDS: readonly Field[] = [
  { path: 'params._meta', kind: 'object', optional: true },
  { path: 'params._meta.progressToken', kind: 'token', optional: true },
];

/** Of requests that every client makes, so that a mistake gets a sentence that names it. */
const FIELDS: ReadonlyMap<string, readonly Field[]> = new Map<string, readonly Field[]>([
  [
    'initialize',
    [
      { path: 'params.protocolVersion', kind: 'string' },
      { path: 'params.capabilities', kind: 'object' },
      { path: 'params.clientInfo', kind: 'object' },
      { path: 'params.clientInfo.name', kind: 'string' },
      { path: 'params.clientInfo.version', kind: 'string' },
    ],
  ],
  ['tools/list', [{ path: 'params.cursor', kind: 'string', optional: true }]],
  [
    'tools/call',
    [
      { path: 'params.name', kind: 'string' },
      { path: 'params.arguments', kind: 'object', optional: true },
    ],
  ],
]);

/** Undefined where a part of the path is missing or no object. */
function fieldAt(value: Arguments, path: string): unknown {
  let found: unknown = value;
  for (const name of path.split('.')) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

function isId(id: unknown): id is MessageId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function invalidRequest(what: string): ProtocolFault {
  return { code: -32_600, message: `Invalid Request: ${what}` };
}

function invalidParams(what: string): ProtocolFault {
  return { code: -32_602, message: `Invalid params: ${what}` };
}
