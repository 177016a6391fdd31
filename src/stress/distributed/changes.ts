/** Waits until something holds that only changes at certain moments. */
import { setTimeout as sleep } from 'node:timers/promises';

export class Changes {
  readonly #checks = new Set<() => void>();

  /** Something may have changed. */
  happened(): void {
    for (const check of this.#checks) check();
  }

  /** Resolves when the condition holds, and after so many milliseconds in any case. */
  async until(holds: () => boolean, milliseconds: number): Promise<void> {
    const limit = new AbortController();
    let check = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      check = () => {
        if (holds()) resolve();
      };
    });
    this.#checks.add(check);
    check();
    const late = Number.isFinite(milliseconds)
      ? [sleep(Math.max(0, milliseconds), undefined, { signal: limit.signal }).catch(() => undefined)]
      : [];
    await Promise.race([changed, ...late]);
    limit.abort();
    this.#checks.delete(check);
  }
}
