import type { EventPayloads } from '../../events/event.js';

type Progress = EventPayloads['request_progress'];

/** Sends the progress of a moment together: much comes in one turn, and each message has its price. */
export class GatheredProgress {
  readonly #emit: (progress: readonly Progress[]) => void;
  #gathered: Progress[] = [];

  constructor(emit: (progress: readonly Progress[]) => void) {
    this.#emit = emit;
  }

  add(progress: Progress): void {
    if (this.#gathered.length === 0) setImmediate(() => this.flush());
    this.#gathered.push(progress);
  }

  flush(): void {
    if (this.#gathered.length === 0) return;
    this.#emit(this.#gathered);
    this.#gathered = [];
  }
}
