/** What went wrong, as far as a caller may care; each skin maps every kind once. */
export type ErrorKind =
  | 'usage' // the caller asked for something that does not exist or does not fit together
  | 'request-file' // a request file is missing, unreadable, unparsable or structurally invalid
  | 'input' // a config, dotenv or other input document is missing, unreadable or invalid
  | 'output' // a result cannot be written
  | 'not-found'
  | 'conflict'
  | 'forbidden'
  | 'too-large'
  | 'network'
  | 'timed-out' // the network was too slow
  | 'cancelled'
  | 'internal';

/** The one thrown class: the message is a whole sentence that is fit for a user's eyes. */
export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;

  constructor(kind: ErrorKind, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.kind = kind;
    this.hint = options.hint;
  }
}
