/** Limits how many tasks run at the same time; further ones wait in the order of arrival. */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Rejects with the reason of the signal when it is aborted before the work starts. */
  async use<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #take(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(start);
        reject(signal?.reason as Error);
      };
      this.#waiting.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
