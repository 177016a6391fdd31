/**
 * Results and events can wait until the next request is on its way: they are made while its answer is
 * awaited, in the order in which they came up.
 */
export class BackgroundWork {
  #tasks: (() => void)[] = [];
  #scheduled = false;
  #failure: { readonly error: unknown } | undefined;

  add(task: () => void): void {
    this.#tasks.push(task);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#work);
  }

  /** Does what is left; throws what went wrong in any of it. */
  finish(): void {
    this.#work();
    if (this.#failure) throw this.#failure.error;
  }

  readonly #work = (): void => {
    this.#scheduled = false;
    const tasks = this.#tasks;
    this.#tasks = [];
    for (const task of tasks) {
      try {
        task();
      } catch (error) {
        // There is nobody to throw to from here.
        this.#failure ??= { error };
      }
    }
  };
}
