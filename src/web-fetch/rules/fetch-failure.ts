import { ServiceError, type ErrorKind } from '../../errors.js';

/** The stable codes of fetch failures, each with its kind of ServiceError. */
const KINDS = {
  invalid_argument: 'usage',
  invalid_url: 'usage',
  blocked_target: 'forbidden',
  too_many_redirects: 'too-large',
  body_too_large: 'too-large',
  result_too_large: 'too-large',
  unsupported_media: 'unavailable',
  timeout: 'timed-out',
  network_error: 'network',
  tls_error: 'network',
  path_outside_workspace: 'forbidden',
  not_found: 'not-found',
  parse_error: 'request-file',
  ambiguous_request: 'usage',
  unsupported_request: 'request-file',
  cancelled: 'cancelled',
} as const satisfies Record<string, ErrorKind>;

export type FetchCode = keyof typeof KINDS;

/** The hint says what the caller can do. */
export class FetchFailure extends ServiceError {
  readonly code: FetchCode;

  constructor(
    code: FetchCode,
    message: string,
    options: { readonly cause?: unknown; readonly hint?: string } = {},
  ) {
    super(KINDS[code], message, options);
    this.code = code;
  }
}
