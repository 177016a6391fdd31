/** Creates results and events after the next request was sent, while its response is awaited, in their order. */
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

  /** Runs the remaining tasks; throws the first error of all tasks. */
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
        // A timer callback has no caller to throw to, so the error waits for `finish`.
        this.#failure ??= { error };
      }
    }
  };
}
