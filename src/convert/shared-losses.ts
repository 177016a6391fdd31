import { placeOfLoss, type Loss } from './converted.js';

/** Losses at places that many requests share; each is reported once. */
export class SharedLosses {
  readonly #losses = new Map<string, Loss>();

  lose(path: string, reason: string): void {
    this.add({ path, reason });
  }

  add(loss: Loss): void {
    this.#losses.set(`${placeOfLoss(loss)}\n${loss.reason}`, loss);
  }

  get all(): readonly Loss[] {
    return [...this.#losses.values()];
  }
}
