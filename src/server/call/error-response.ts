import { STATUS_CODES } from 'node:http';
import { ServiceError, type ErrorKind } from '../../errors.js';
import type { ApiResponse } from './route.js';

/** Every refusal has the seed's form: the reason phrase, and a sentence (server.md 4). */
export function errorResponse(
  status: number,
  message: string,
  extra: { readonly headers?: ApiResponse['headers']; readonly details?: ServiceError['details'] } = {},
): ApiResponse {
  const json = { error: STATUS_CODES[status] ?? 'Error', message, ...extra.details };
  return extra.headers === undefined ? { status, json } : { status, json, headers: extra.headers };
}

/** Undefined for a defect: whoever asked gets row H13, and the log the rest. */
export function failureResponse(error: unknown): ApiResponse | undefined {
  if (!(error instanceof ServiceError) || error.kind === 'internal') return undefined;
  const message = error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
  return errorResponse(STATUS_OF_KIND[error.kind], message, { details: error.details });
}

const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  usage: 400,
  'request-file': 400,
  input: 400,
  output: 500,
  disk: 500,
  'not-found': 404,
  conflict: 409,
  changed: 412,
  forbidden: 403,
  'too-large': 400,
  unavailable: 503,
  network: 502,
  'timed-out': 504,
  cancelled: 503,
  internal: 500,
};
