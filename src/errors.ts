/** The kinds of errors that callers distinguish; each interface maps every kind in one place. */
export type ErrorKind =
  | 'usage' // the caller asked for something that does not exist or does not fit together
  | 'request-file' // a request file is missing, unreadable, unparsable or structurally invalid
  | 'input' // a config, dotenv or other input document is missing, unreadable or invalid
  | 'output' // a result cannot be written
  | 'disk' // the system refused to read, write or delete a file of the workspace
  | 'not-found'
  | 'conflict'
  | 'changed' // the subject is no longer what the caller saw
  | 'forbidden'
  | 'too-large'
  | 'unavailable' // possible, but not now
  | 'network'
  | 'timed-out' // the network was too slow
  | 'cancelled'
  | 'internal';

interface ErrorOptions {
  readonly hint?: string;
  /** Plain data beside the message, for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The base class of all errors that users see; the message is written for them. */
export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly details: ErrorOptions['details'];

  constructor(kind: ErrorKind, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.kind = kind;
    this.hint = options.hint;
    this.details = options.details;
  }
}
