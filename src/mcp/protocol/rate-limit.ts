import { offAbort, onAbort } from '../../primitives/stop-signal.js';
import { ToolFailure } from './tool-failure.js';

/** A token bucket for calls, and the number of calls that may run at the same time. */
export interface RateLimit {
  readonly bucket: number;
  readonly perSecond: number;
  readonly running: number;
}

const MAX_WAITING_CALLS = 64;

export class Gate {
  private tokens: number;
  private filledAt: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly tool: string,
    private readonly limit: RateLimit,
    private readonly clock: () => number,
  ) {
    this.tokens = limit.bucket;
    this.filledAt = clock();
  }

  /** Resolves with the function that releases the slot; rejects with the reason of the signal. */
  async enter(signal: AbortSignal): Promise<() => void> {
    this.takeToken();
    if (this.running >= this.limit.running) await this.wait(signal);
    else this.running += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.waiting.shift();
      // The slot passes to the next call directly, so that no new call can take it first.
      if (next) next();
      else this.running -= 1;
    };
  }

  private takeToken(): void {
    const { bucket, perSecond } = this.limit;
    const now = this.clock();
    this.tokens = Math.min(bucket, this.tokens + ((now - this.filledAt) / 1000) * perSecond);
    this.filledAt = now;
    const isFull = this.running >= this.limit.running && this.waiting.length >= MAX_WAITING_CALLS;
    if (this.tokens >= 1 && !isFull) {
      this.tokens -= 1;
      return;
    }
    const missing = isFull ? 1 : 1 - this.tokens;
    throw this.refusal(Math.ceil((missing / perSecond) * 1000));
  }

  private wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const go = (): void => {
        offAbort(signal, stop);
        resolve();
      };
      const stop = (): void => {
        offAbort(signal, stop);
        this.waiting.splice(this.waiting.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      onAbort(signal, stop);
      this.waiting.push(go);
    });
  }

  private refusal(ms: number): ToolFailure {
    return new ToolFailure('rate_limited', `too many ${this.tool} calls; retry in ${ms} ms`, {
      retry_after_ms: ms,
    });
  }
}
