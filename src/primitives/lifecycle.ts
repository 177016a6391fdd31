export type LifecycleState = 'idle' | 'running' | 'stopping';

/**
 * Ensures that at most one of something exists: idle → running → stopping → idle. A second start is refused from the
 * call of the first one until it has ended.
 */
export class Lifecycle<T> {
  readonly #conflict: () => Error;
  #state: LifecycleState = 'idle';
  #current: T | undefined;

  /** `conflict` creates the error that a second start throws. */
  constructor(conflict: () => Error) {
    this.#conflict = conflict;
  }

  get state(): LifecycleState {
    return this.#state;
  }

  /** The running instance, also while it stops; undefined while it is being created. */
  get current(): T | undefined {
    return this.#current;
  }

  /** When creation fails, the state is idle again. */
  async start(create: () => Promise<T>): Promise<T> {
    if (this.#state !== 'idle') throw this.#conflict();
    this.#state = 'running';
    try {
      this.#current = await create();
      return this.#current;
    } catch (error) {
      this.#state = 'idle';
      throw error;
    }
  }

  /**
   * Returns whether there was something to stop. The state is then `stopping`, and idle before `ended` is called; when
   * `end` fails, the instance counts as ended all the same.
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
