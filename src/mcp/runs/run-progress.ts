/** Tells a client how far a run is: rarely enough not to be a burden, and never after its result. */
import { cutText } from '../../evaluation/values/value-text.js';
import { elapsed } from '../../primitives/clock.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import type { ToolCall } from '../call/tool.js';

const MIN_PAUSE_MS = 250;
const MAX_NAME_CHARACTERS = 200;

export class RunProgress {
  readonly #secrets: SecretSet;
  readonly #onProgress: ToolCall['onProgress'];
  readonly #clock: () => number;
  #total: number;
  #done = 0;
  #lastAt = -Infinity;
  #isClosed = false;

  constructor(
    total: number,
    secrets: SecretSet,
    onProgress: ToolCall['onProgress'],
    clock: () => number = elapsed,
  ) {
    this.#total = total;
    this.#secrets = secrets;
    this.#onProgress = onProgress;
    this.#clock = clock;
  }

  note(event: RunEvent): void {
    if (event.kind !== 'request-end') return;
    this.#done += 1;
    this.#total = Math.max(this.#total, this.#done);
    const now = this.#clock();
    if (this.#onProgress === undefined || this.#isClosed || now - this.#lastAt < MIN_PAUSE_MS) return;
    this.#lastAt = now;
    const { skipped, passed, file, line } = event.outcome;
    const verdict = skipped ? 'skipped' : passed ? 'passed' : 'failed';
    const name = cutText(this.#shown(event.name), MAX_NAME_CHARACTERS);
    const message = `${this.#done}/${this.#total} ${name} ${verdict} ${this.#shown(file)}:${line}`;
    this.#onProgress({ done: this.#done, total: this.#total, message });
  }

  #shown(text: string): string {
    return printableLine(this.#secrets.redact(text));
  }

  close(): void {
    this.#isClosed = true;
  }
}
