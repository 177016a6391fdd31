/** Registers handlers, so that a mistake of a client or of ours never ends the server and is always logged. */
import { LSPErrorCodes, ResponseError, ErrorCodes, type CancellationToken } from 'vscode-languageserver';
import type { JsonLog } from '../../primitives/json/json-log.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { isPosition, isRange } from './positions.js';

/** The part of a connection that features use. */
export interface HandlerRegistry {
  readonly onRequest: (
    method: string,
    handler: (params: unknown, token: CancellationToken) => Promise<unknown>,
  ) => unknown;
  readonly onNotification: (method: string, handler: (params: unknown) => void) => unknown;
}

/** Handlers declare what they expect; `checkParams` looks at what all of them rely on. */
export type Handle = (method: string, handler: (params: never, token: CancellationToken) => unknown) => void;

/** A refusal that users read. */
export function refuse(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}

export function invalidParams(message: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}

export function requestHandler(registry: HandlerRegistry, log: JsonLog): Handle {
  return (method, handler) => {
    registry.onRequest(method, async (params, token) => {
      try {
        checkParams(method, params);
        return await handler(params as never, token);
      } catch (error) {
        if (error instanceof ResponseError) throw error;
        logFailure(log, method, error);
        throw new ResponseError(ErrorCodes.InternalError, `${method} failed; see the log of the server`);
      }
    });
  };
}

export function notificationHandler(registry: HandlerRegistry, log: JsonLog): Handle {
  return (method, handler) => {
    registry.onNotification(method, (params) => {
      const failed = (error: unknown): void => logFailure(log, method, error);
      try {
        checkParams(method, params);
        Promise.resolve(handler(params as never, NEVER_CANCELLED)).catch(failed);
      } catch (error) {
        failed(error);
      }
    });
  };
}

const NEVER_CANCELLED: CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

/** The kind of an error and where it was thrown, but not its message, which may hold text of a document. */
export function logFailure(log: JsonLog, method: string, error: unknown): void {
  const at = error instanceof Error ? /\n\s+at ([^\n]{1,300})/.exec(error.stack ?? '')?.[1] : undefined;
  const reason = error instanceof ResponseError ? error.message : error instanceof Error ? error.name : '';
  log('error', 'failure', { method, reason, at });
}

/** What every feature relies on; libraries pass on whatever a client sends. */
function checkParams(method: string, params: unknown): void {
  const given = isPlainObject(params) ? params : {};
  const document = given['textDocument'];
  if (method.startsWith('textDocument/') && !(isPlainObject(document) && typeof document['uri'] === 'string'))
    throw invalidParams(`${method} needs textDocument.uri`);
  for (const part of NEEDED[method] ?? []) {
    const { isGiven, form } = PARTS[part];
    if (!isGiven(given[part])) throw invalidParams(`${method} needs ${part}: ${form}`);
  }
}

/** What handlers rely on beside the document. */
const NEEDED: Readonly<Record<string, readonly (keyof typeof PARTS)[]>> = {
  'textDocument/completion': ['position'],
  'textDocument/hover': ['position'],
  'textDocument/definition': ['position'],
  'textDocument/references': ['position', 'context'],
  'textDocument/prepareRename': ['position'],
  'textDocument/rename': ['position', 'newName'],
  'textDocument/codeAction': ['range', 'context'],
  'workspace/symbol': ['query'],
};

const PARTS = {
  position: { isGiven: isPosition, form: 'two whole numbers' },
  range: { isGiven: isRange, form: 'two positions' },
  context: { isGiven: isContext, form: 'an object' },
  newName: { isGiven: isText, form: 'a text' },
  query: { isGiven: isText, form: 'a text' },
} as const;

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isContext(context: unknown): boolean {
  return isPlainObject(context) && Array.isArray(context['only'] ?? []);
}
