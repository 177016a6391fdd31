import { ServiceError } from '../errors.js';

const START = 'persistent history is not available: ';

/** The store cannot be used for now; what was asked of it was not done. */
export class HistoryUnavailable extends ServiceError {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super('unavailable', START + reason, { cause });
    this.reason = reason;
  }

  /** What the thread of the history has thrown; no class survives the way. */
  static received(error: unknown): unknown {
    if (!(error instanceof ServiceError) || !error.message.startsWith(START)) return error;
    return new HistoryUnavailable(error.message.slice(START.length), error);
  }
}
