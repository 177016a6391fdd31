export type LifecycleState = 'idle' | 'running' | 'stopping';

/**
 * Something of which there is at most one at a time: idle → running → stopping → idle. A second start is
 * refused from the moment the first one was asked for until the last one has ended.
 */
export class Lifecycle<T> {
  readonly #conflict: () => Error;
  #state: LifecycleState = 'idle';
  #current: T | undefined;

  /** `conflict` makes what a second start throws. */
  constructor(conflict: () => Error) {
    this.#conflict = conflict;
  }

  get state(): LifecycleState {
    return this.#state;
  }

  /** What runs, also while it stops; undefined while it is still being made. */
  get current(): T | undefined {
    return this.#current;
  }

  /** One that cannot be made leaves everything idle. */
  async start(make: () => Promise<T>): Promise<T> {
    if (this.#state !== 'idle') throw this.#conflict();
    this.#state = 'running';
    try {
      this.#current = await make();
      return this.#current;
    } catch (error) {
      this.#state = 'idle';
      throw error;
    }
  }

  /**
   * Whether there was something to stop. The state is `stopping` when it returns, and idle when `ended` has
   * been called; `end` may fail, but it has ended all the same.
   */
  stop(end: (current: T) => Promise<void>, ended: (error?: unknown) => void = () => undefined): boolean {
    const current = this.#current;
    if (this.#state !== 'running' || current === undefined) return false;
    this.#state = 'stopping';
    const finish = (error?: unknown): void => {
      this.#state = 'idle';
      this.#current = undefined;
      ended(error);
    };
    void end(current).then(() => finish(), finish);
    return true;
  }
}
