/** The exact bytes of the newest responses, as far as their results do not give them. */
import type { ResultColumns } from '../../runner/outcome/result-columns.js';
import { MAX_ALL_BODY_BYTES, type WholeBodies } from '../runs/whole-bodies.js';

export class KeptBodies {
  /** The oldest first; undefined for one that had to be dropped. */
  readonly #bodies = new Map<string, Uint8Array | undefined>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_ALL_BODY_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Replaces the bodies of all requests that have a result now. */
  add(
    { files, keys, rows }: Pick<ResultColumns, 'files' | 'keys' | 'rows'>,
    { bodyRows, bodies }: WholeBodies,
  ): void {
    if (this.#bodies.size === 0 && bodies.length === 0) return;
    const byRow = new Map(bodyRows.map((row, index) => [row, bodies[index]]));
    for (const [index, key] of keys.entries()) {
      const place = placeOf(files[index] ?? '', key);
      this.#remove(place);
      const bytes = byRow.get(rows[index] ?? -1);
      if (bytes === undefined) continue;
      this.#bodies.set(place, bytes.length === 0 ? undefined : bytes);
      this.#bytes += bytes.length;
    }
    this.#shrink();
  }

  /** `dropped` if the body was not kept, undefined if the result itself gives it. */
  find(file: string, key: string): Uint8Array | 'dropped' | undefined {
    const place = placeOf(file, key);
    return this.#bodies.has(place) ? (this.#bodies.get(place) ?? 'dropped') : undefined;
  }

  forgetFile(file: string): void {
    for (const place of this.#bodies.keys()) if (place.startsWith(placeOf(file, ''))) this.#remove(place);
  }

  #remove(place: string): void {
    this.#bytes -= this.#bodies.get(place)?.length ?? 0;
    this.#bodies.delete(place);
  }

  #shrink(): void {
    for (const [place, bytes] of this.#bodies) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#bytes -= bytes?.length ?? 0;
      this.#bodies.set(place, undefined);
    }
  }
}

function placeOf(file: string, key: string): string {
  return `${file}\0${key}`;
}
