/** Where the characters of a script stand in its file. */
import type { ScriptSource } from '../translation.js';

export interface ScriptPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The parser of scripts also ends lines at U+2028 and U+2029, which are characters like others in the file around a
 * script. Places are therefore found by offsets and never by the lines of that parser.
 */
export class ScriptPlaces {
  readonly #source: Pick<ScriptSource, 'text' | 'line' | 'column'>;
  /** Made for the first place that is looked up, because many scripts need none. */
  #starts: readonly number[] | undefined;

  constructor(source: Pick<ScriptSource, 'text' | 'line' | 'column'>) {
    this.#source = source;
  }

  at(offset: number): ScriptPlace {
    const { text, line, column = 1 } = this.#source;
    this.#starts ??= lineStarts(text);
    const index = lastNotAfter(this.#starts, offset);
    const first = index === 0 ? column : 1;
    return { line: line + index, column: offset - (this.#starts[index] ?? 0) + first };
  }

  /** The place after one character, or the same place at the end of a line. */
  after(offset: number): ScriptPlace {
    const next = this.#source.text[offset];
    const isEnd = next === undefined || next === '\n' || next === '\r';
    return this.at(isEnd ? offset : offset + 1);
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}

/** The index of the last start that is not after an offset. */
function lastNotAfter(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
