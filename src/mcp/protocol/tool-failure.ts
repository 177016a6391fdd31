import { constants } from 'node:buffer';
import { ServiceError, type ErrorKind } from '../../errors.js';
import { FetchFailure, type FetchCode } from '../../web-fetch/rules/fetch-failure.js';

export type ToolCode =
  | FetchCode
  | 'http_status'
  | 'provider_auth'
  | 'provider_quota'
  | 'provider_unavailable'
  | 'provider_rejected'
  | 'unsupported_filter'
  | 'artifact_failed'
  | 'artifact_outcome_unknown'
  | 'rate_limited'
  | 'internal_error';

export interface FailureDetails {
  readonly retry_after_ms?: number;
  readonly operation_id?: string;
  readonly files?: readonly string[];
}

/** A call that fails with one of the documented codes (docs/mcp.md#errors). */
export class ToolFailure extends ServiceError {
  readonly code: ToolCode;
  readonly more: FailureDetails;

  constructor(code: ToolCode, message: string, more: FailureDetails = {}) {
    super('unavailable', message);
    this.code = code;
    this.more = more;
  }
}

export function invalidArgument(message: string): ToolFailure {
  return new ToolFailure('invalid_argument', message);
}

const RETRYABLE: ReadonlySet<ToolCode> = new Set<ToolCode>([
  'timeout',
  'network_error',
  'provider_quota',
  'provider_unavailable',
  'rate_limited',
]);

/** The codes of errors thrown by modules that know nothing of tools. */
const CODE_OF_KIND: Readonly<Record<ErrorKind, ToolCode>> = {
  usage: 'invalid_argument',
  'request-file': 'parse_error',
  input: 'parse_error',
  output: 'internal_error',
  disk: 'not_found',
  'not-found': 'not_found',
  conflict: 'internal_error',
  changed: 'internal_error',
  forbidden: 'path_outside_workspace',
  'too-large': 'body_too_large',
  unavailable: 'internal_error',
  network: 'network_error',
  'timed-out': 'timeout',
  cancelled: 'cancelled',
  internal: 'internal_error',
};

export interface ToolError {
  readonly code: ToolCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly more: FailureDetails;
}

/** The code and the message of anything thrown; an unexpected error reveals no details. */
export function toToolError(error: unknown): ToolError {
  if (isStringTooLong(error)) return STRING_TOO_LONG;
  const code = codeOf(error);
  const isKnown = error instanceof ServiceError && code !== 'internal_error';
  return {
    code,
    message: isKnown ? messageOf(error) : 'unexpected failure; see the server log',
    retryable: RETRYABLE.has(code),
    more: error instanceof ToolFailure ? error.more : {},
  };
}

/** Hints of other errors are about the command line. */
function messageOf(error: ServiceError): string {
  const { message, hint } = error;
  if (!(error instanceof FetchFailure) || hint === undefined) return message;
  return `${message}${message.endsWith('?') ? '' : ';'} ${hint}`;
}

function codeOf(error: unknown): ToolCode {
  if (error instanceof ToolFailure || error instanceof FetchFailure) return error.code;
  return error instanceof ServiceError ? CODE_OF_KIND[error.kind] : 'internal_error';
}

const STRING_TOO_LONG: ToolError = {
  code: 'result_too_large',
  message: `the rendered result exceeds ${constants.MAX_STRING_LENGTH} bytes; ask for less`,
  retryable: false,
  more: {},
};

/** V8 and, for buffers, Node throw it when a text would be longer than a string can be. */
function isStringTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isEngine = error instanceof RangeError && error.message === 'Invalid string length';
  return isEngine || ('code' in error && error.code === 'ERR_STRING_TOO_LONG');
}
