import { ServiceError } from '../../errors.js';
import { elapsed } from '../../primitives/clock.js';

/** Changes that follow each other soon are saved together. */
const PAUSE_MS = 200;
/** What takes long is saved less often, so that saving takes a small part of the time. */
const PAUSE_FACTOR = 10;
/** What a process loses that is killed. */
const MAX_PAUSE_MS = 5000;

/** Saves something a moment after it has changed, and at the end. */
export class PacedSaving {
  readonly #save: () => Promise<void>;
  readonly #onProblem: (message: string) => void;
  #isChanged = false;
  #isSaving = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #saving = Promise.resolve();
  #pauseMs = PAUSE_MS;
  /** Why the attempt before failed. */
  #problem: string | undefined;

  constructor(save: () => Promise<void>, onProblem: (message: string) => void) {
    this.#save = save;
    this.#onProblem = onProblem;
  }

  /** Whether something is not saved yet. */
  get isPending(): boolean {
    return this.#isChanged || this.#isSaving;
  }

  note(): void {
    this.#isChanged = true;
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#saving = this.#saveChange().catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        this.#report(error.message);
      });
    }, this.#pauseMs);
  }

  /** Throws when the last change cannot be saved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
    clearTimeout(this.#timer);
    await this.#saveChange();
  }

  /** Each attempt that fails is repeated, but what stays wrong is said once. */
  #report(problem: string): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#onProblem(problem);
  }

  /** Changes that arrive meanwhile are saved after the next pause. */
  async #saveChange(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#isSaving = true;
    const start = elapsed();
    try {
      await this.#save();
      this.#problem = undefined;
    } catch (error) {
      this.#isChanged = true;
      throw error;
    } finally {
      this.#isSaving = false;
      const pauseMs = Math.max(PAUSE_MS, (elapsed() - start) * PAUSE_FACTOR);
      this.#pauseMs = Math.min(pauseMs, MAX_PAUSE_MS);
      this.#timer = undefined;
      if (this.#isChanged) this.note();
    }
  }
}
