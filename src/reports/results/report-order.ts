import type { FileOutcome, RequestOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';

/** What is told in report order. */
export interface ReportOrderListener {
  readonly fileStart: (file: string) => void;
  readonly result: (outcome: RequestOutcome) => void;
  readonly fileEnd: (file: FileOutcome) => void;
}

/** Requests and files end in any order; reports want files as given and requests by line (cli.md 6.3). */
export class ReportOrder {
  readonly #listener: ReportOrderListener;
  readonly #shelves = new Map<number, Shelf>();
  /** The file whose turn it is. */
  #file = 0;
  #started = false;
  #position = 0;
  #told = 0;

  constructor(listener: ReportOrderListener) {
    this.#listener = listener;
  }

  onEvent(event: RunEvent): void {
    if (event.kind === 'file-start') this.#shelf(event.index, event.file);
    if (event.kind === 'file-end') this.#shelf(event.index, event.file).outcome = event.outcome;
    if (event.kind === 'request-end') {
      const { places } = this.#shelf(event.fileIndex, event.file);
      const place = places.get(event.position) ?? { waiting: [], complete: false };
      place.waiting.push(event.outcome);
      place.complete = event.last;
      places.set(event.position, place);
    }
    this.#advance();
  }

  /** Tells the rest, for runs of which no or not all events came. */
  finish(files: readonly FileOutcome[]): void {
    for (const [index, file] of files.entries()) {
      if (index >= this.#file) this.#shelf(index, file.file).outcome = file;
    }
    this.#advance();
  }

  #shelf(index: number, name: string): Shelf {
    const shelf = this.#shelves.get(index) ?? { name, places: new Map(), outcome: undefined };
    this.#shelves.set(index, shelf);
    return shelf;
  }

  #advance(): void {
    for (let shelf = this.#shelves.get(this.#file); shelf; shelf = this.#shelves.get(this.#file)) {
      if (!this.#started) this.#listener.fileStart(shelf.name);
      this.#started = true;
      this.#tellPlaces(shelf);
      if (shelf.outcome === undefined) return;
      this.#tell(shelf.outcome.results.slice(this.#told));
      this.#listener.fileEnd(shelf.outcome);
      this.#shelves.delete(this.#file++);
      this.#started = false;
      this.#position = 0;
      this.#told = 0;
    }
  }

  #tellPlaces({ places }: Shelf): void {
    for (let place = places.get(this.#position); place; place = places.get(this.#position)) {
      this.#tell(place.waiting.splice(0));
      if (!place.complete) return;
      places.delete(this.#position++);
    }
  }

  #tell(outcomes: readonly RequestOutcome[]): void {
    this.#told += outcomes.length;
    for (const outcome of outcomes) this.#listener.result(outcome);
  }
}

/** A file of the run with the results that wait for their turn. */
interface Shelf {
  readonly name: string;
  /** By place in the report of the file; data rows share one. */
  readonly places: Map<number, { readonly waiting: RequestOutcome[]; complete: boolean }>;
  /** Known when the file has ended. */
  outcome: FileOutcome | undefined;
}
