import type { Loss } from './converted.js';

/** Losses at places that many requests share; each is reported once. */
export class SharedLosses {
  readonly #losses = new Map<string, Loss>();

  lose(path: string, reason: string): void {
    this.#losses.set(`${path}\n${reason}`, { path, reason });
  }

  get all(): readonly Loss[] {
    return [...this.#losses.values()];
  }
}
