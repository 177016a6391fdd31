/** Makes of the events of a run those that programs are told, and remembers in which order results came about. */
import { randomUUID } from 'node:crypto';
import { getOrAdd } from '../primitives/get-or-add.js';
import type { FileOutcome, RequestOutcome } from '../runner/outcome/result.js';
import type { RequestPlace as RunnerPlace, RunEvent as RunnerEvent } from '../runner/outcome/run-event.js';
import type { RunResult } from './result-types.js';
import type { RequestPlace, RunEvent } from './run-types.js';
import { toProgramResult, toProgramRunResult } from './to-run-summary.js';

export class EventTranslator {
  readonly #environment: string;
  readonly #emit: (event: RunEvent) => void;
  /** The positions of results in the schedule of their file; reports list them by line. */
  readonly #positions = new Map<RequestOutcome, number>();

  constructor(environment: string, emit: (event: RunEvent) => void) {
    this.#environment = environment;
    this.#emit = emit;
  }

  readonly #results = new Map<FileOutcome, RunResult>();

  /** The end of the run is told by whoever has its summary. */
  readonly onEvent = (event: RunnerEvent): void => {
    switch (event.kind) {
      case 'run-start':
        return this.#emit({ kind: 'run-start', files: event.files, total: event.total });
      case 'file-start':
        return this.#emit({ kind: 'file-start', file: event.file });
      case 'request-start':
        return this.#emit({ kind: 'request-start', ...placeOf(event) });
      case 'request-end':
        this.#positions.set(event.outcome, event.index);
        return this.#emit({
          kind: 'request-end',
          ...placeOf(event),
          result: toProgramResult(event.outcome),
        });
      case 'file-end':
        return this.#emit({ kind: 'file-end', file: event.file, result: this.resultOf(event.outcome) });
      default:
        return;
    }
  };

  /** The same object whenever it is asked for the same file. */
  readonly resultOf = (file: FileOutcome): RunResult =>
    getOrAdd(this.#results, file, () => {
      const results = [...file.results].sort((a, b) => this.#compare(a, b));
      return toProgramRunResult({ ...file, results }, { id: randomUUID(), environment: this.#environment });
    });

  #compare(a: RequestOutcome, b: RequestOutcome): number {
    const pass = (a.iteration ?? 0) - (b.iteration ?? 0);
    return pass || (this.#positions.get(a) ?? 0) - (this.#positions.get(b) ?? 0);
  }
}

function placeOf({ file, name, line, index, total }: RunnerPlace): RequestPlace {
  return { file, name, line, index, total };
}
