/** Registers handlers, so that a mistake of a client or of ours never ends the server and is always logged. */
import { LSPErrorCodes, ResponseError, ErrorCodes, type CancellationToken } from 'vscode-languageserver';
import type { JsonLog } from '../../primitives/json/json-log.js';
import { isPlainObject } from '../../primitives/plain-object.js';

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
  if (!method.startsWith('textDocument/')) return;
  const document = isPlainObject(params) ? params['textDocument'] : undefined;
  if (!isPlainObject(params) || !isPlainObject(document) || typeof document['uri'] !== 'string')
    throw invalidParams(`${method} needs textDocument.uri`);
  const { position } = params;
  if (position !== undefined && !isPosition(position))
    throw invalidParams(`${method} needs a position of two whole numbers`);
}

function isPosition(position: unknown): boolean {
  return isPlainObject(position) && isIndex(position['line']) && isIndex(position['character']);
}

function isIndex(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value);
}
