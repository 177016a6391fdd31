/** What went wrong, as far as a caller may care; each skin maps every kind once. */
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
  /** Beside the message, for those who read it by machine; plain data. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The one thrown class: the message is a whole sentence that is fit for a user's eyes. */
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
