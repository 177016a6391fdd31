import type { FileOutcome, RequestOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';

/** Receives files and results in report order. */
export interface ReportOrderListener {
  readonly fileStart: (file: string) => void;
  readonly result: (outcome: RequestOutcome) => void;
  readonly fileEnd: (file: FileOutcome) => void;
}

/** Requests and files end in any order; reports list files as given and requests by line, in each pass anew. */
export class ReportOrder {
  readonly #listener: ReportOrderListener;
  readonly #pendingFiles = new Map<number, PendingFile>();
  /** The index of the file that is reported next. */
  #file = 0;
  #hasStarted = false;
  #position = 0;
  #reportedCount = 0;
  /** Whether the run is repeated, so that the files of its outcome are not those of one pass. */
  #hasPasses = false;

  constructor(listener: ReportOrderListener) {
    this.#listener = listener;
  }

  onEvent(event: RunEvent): void {
    if (event.kind === 'pass-start') this.#startPass();
    if (event.kind === 'file-start') this.#pendingFile(event.index, event.file);
    if (event.kind === 'file-end') this.#pendingFile(event.index, event.file).outcome = event.outcome;
    if (event.kind === 'request-end') {
      const { positions } = this.#pendingFile(event.fileIndex, event.file);
      const position = positions.get(event.position) ?? { outcomes: [], isComplete: false };
      position.outcomes.push(event.outcome);
      position.isComplete = event.last;
      positions.set(event.position, position);
    }
    this.#advance();
  }

  /** Reports the rest, for runs without events or with incomplete ones. */
  finish(files: readonly FileOutcome[]): void {
    if (this.#hasPasses) return;
    for (const [index, file] of files.entries()) {
      if (index >= this.#file) this.#pendingFile(index, file.file).outcome = file;
    }
    this.#advance();
  }

  /** All files of the pass before have been reported. */
  #startPass(): void {
    this.#hasPasses = true;
    this.#file = 0;
  }

  #pendingFile(index: number, name: string): PendingFile {
    const pending = this.#pendingFiles.get(index) ?? { name, positions: new Map(), outcome: undefined };
    this.#pendingFiles.set(index, pending);
    return pending;
  }

  #advance(): void {
    for (
      let pending = this.#pendingFiles.get(this.#file);
      pending;
      pending = this.#pendingFiles.get(this.#file)
    ) {
      if (!this.#hasStarted) this.#listener.fileStart(pending.name);
      this.#hasStarted = true;
      this.#reportPositions(pending);
      if (pending.outcome === undefined) return;
      this.#report(pending.outcome.results.slice(this.#reportedCount));
      this.#listener.fileEnd(pending.outcome);
      this.#pendingFiles.delete(this.#file++);
      this.#hasStarted = false;
      this.#position = 0;
      this.#reportedCount = 0;
    }
  }

  #reportPositions({ positions }: PendingFile): void {
    for (let position = positions.get(this.#position); position; position = positions.get(this.#position)) {
      this.#report(position.outcomes.splice(0));
      if (!position.isComplete) return;
      positions.delete(this.#position++);
    }
  }

  #report(outcomes: readonly RequestOutcome[]): void {
    this.#reportedCount += outcomes.length;
    for (const outcome of outcomes) this.#listener.result(outcome);
  }
}

/** A file of the run with the results that are not reported yet. */
interface PendingFile {
  readonly name: string;
  /** The outcomes by position in the report of the file; rows of a data table share one position. */
  readonly positions: Map<number, { readonly outcomes: RequestOutcome[]; isComplete: boolean }>;
  /** Set when the file has ended. */
  outcome: FileOutcome | undefined;
}
