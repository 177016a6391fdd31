import { ServiceError } from '../errors.js';

/** The store cannot be used for now; what was asked of it was not done. */
export class HistoryUnavailable extends ServiceError {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super('unavailable', `persistent history is not available: ${reason}`, { cause });
    this.reason = reason;
  }
}
