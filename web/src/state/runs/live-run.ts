/** The progress of a running execution. Its steps change in place: copying them for each event would be quadratic. */
export interface RunStep {
  readonly name: string;
  readonly state: 'running' | 'passed' | 'failed';
  readonly duration: number;
  /** Milliseconds since 1970 by the clock of the server. */
  readonly startedAt: number;
}

export interface StepProgress {
  readonly requestName: string;
  readonly status: 'started' | 'completed';
  readonly index: number;
  readonly total: number;
  readonly passed?: boolean;
  readonly duration?: number;
}

export class LiveRun {
  readonly #steps: (RunStep | undefined)[] = [];
  #done = 0;
  #failed = 0;
  #total = 0;
  #newest = -1;

  /** Steps by position; undefined for requests that have not started. */
  get steps(): readonly (RunStep | undefined)[] {
    return this.#steps;
  }

  get done(): number {
    return this.#done;
  }

  get failed(): number {
    return this.#failed;
  }

  /** The number of expected results; 0 until the first request starts. */
  get total(): number {
    return this.#total;
  }

  /** The position of the step that changed last. */
  get newest(): number {
    return this.#newest;
  }

  apply(progress: StepProgress, at: number): void {
    const { index, total, requestName: name, status, passed = false, duration = 0 } = progress;
    const before = this.#steps[index];
    const wasDone = before !== undefined && before.state !== 'running';
    const startedAt = before?.startedAt ?? at;
    this.#total = total;
    this.#newest = index;
    if (status === 'started') {
      if (!wasDone) this.#steps[index] = { name, state: 'running', duration: 0, startedAt };
      return;
    }
    this.#steps[index] = { name, state: passed ? 'passed' : 'failed', duration, startedAt };
    if (wasDone) return;
    this.#done += 1;
    if (!passed) this.#failed += 1;
  }
}
