import { ServiceError } from '../../errors.js';
import { systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';

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
  readonly #clock: Clock;
  #isChanged = false;
  #isSaving = false;
  #isClosed = false;
  #timer: ClockTimer | undefined;
  #saving = Promise.resolve();
  readonly #maxPauseMs: number;
  #pauseMs = PAUSE_MS;
  /** Why the attempt before failed. */
  #problem: string | undefined;

  constructor(
    save: () => Promise<void>,
    onProblem: (message: string) => void,
    clock: Clock = systemClock,
    maxPauseMs = MAX_PAUSE_MS,
  ) {
    this.#save = save;
    this.#onProblem = onProblem;
    this.#clock = clock;
    this.#maxPauseMs = maxPauseMs;
  }

  /** Whether something is not saved yet. */
  get isPending(): boolean {
    return this.#isChanged || this.#isSaving;
  }

  note(): void {
    this.#isChanged = true;
    if (this.#isClosed) return;
    this.#timer ??= this.#clock.at(this.#clock.now() + this.#pauseMs, () => {
      this.#saving = this.#saveChange().catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        this.#report(error.message);
      });
    });
  }

  /** Throws when the last change cannot be saved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
    this.#timer?.cancel();
    await this.#saveChange();
  }

  /** Resolves when nothing is being saved; what is not saved by then is left to the caller. */
  async abandon(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#saving;
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
    const start = this.#clock.now();
    try {
      await this.#save();
      this.#problem = undefined;
    } catch (error) {
      this.#isChanged = true;
      throw error;
    } finally {
      this.#isSaving = false;
      const pauseMs = Math.max(PAUSE_MS, (this.#clock.now() - start) * PAUSE_FACTOR);
      this.#pauseMs = Math.min(pauseMs, this.#maxPauseMs);
      this.#timer = undefined;
      if (this.#isChanged) this.note();
    }
  }
}
