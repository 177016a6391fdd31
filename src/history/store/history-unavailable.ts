import { ServiceError } from '../../errors.js';

const MESSAGE_START = 'persistent history is not available: ';

/** The store cannot be used at the moment, and the operation was not performed. */
export class HistoryUnavailable extends ServiceError {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super('unavailable', MESSAGE_START + reason, { cause });
    this.reason = reason;
  }

  /** Restores the class of an error from the history thread, which does not survive the transfer. */
  static fromThread(error: unknown): unknown {
    if (!(error instanceof ServiceError) || !error.message.startsWith(MESSAGE_START)) return error;
    return new HistoryUnavailable(error.message.slice(MESSAGE_START.length), error);
  }
}
