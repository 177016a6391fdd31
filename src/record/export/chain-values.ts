/** Which values of later requests come from earlier answers, so that the export can be run again. */
import type { Capture } from '../../request-file/model/model.js';
import { marksIn, type RecordedText, type ValueMark } from '../recordings/recorded-text.js';
import type { ProducedValue, Recording } from '../recordings/recording.js';

/** For one request of the export. */
export interface Chain {
  /** A placeholder for the value; undefined when nothing is known to give it. */
  readonly chained: (mark: ValueMark) => string | undefined;
  readonly captures: readonly Capture[];
  /** Names of the requests that gave what `chained` was asked for so far, in their order. */
  readonly depends: () => readonly string[];
}

export const NO_CHAIN: Chain = { chained: () => undefined, captures: [], depends: () => [] };

interface Link {
  /** Position of the request that gives the value. */
  readonly from: number;
  readonly capture: string;
}

interface Producer {
  readonly index: number;
  readonly value: ProducedValue;
}

/** `names` are those of the requests, in the order of the recordings. */
export function chainValues(recordings: readonly Recording[], names: readonly string[]): Chain[] {
  const producers = new Map<string, Producer>();
  const known = new Set<string>();
  const captures: Map<string, Capture>[] = recordings.map(() => new Map<string, Capture>());
  const links = recordings.map((recording, index) => {
    const found = new Map<string, Link>();
    const marks = [...textsOf(recording)].flatMap((text) => [...marksIn(text)]);
    for (const mark of marks) {
      const producer = producers.get(mark.fingerprint);
      const giver = producer && recordings[producer.index];
      if (!producer || !giver || !isSame(producer.value, mark) || !isBefore(giver, recording)) continue;
      const capture = captureOf(producer.value, captures[producer.index] ?? new Map<string, Capture>());
      found.set(keyOf(mark), { from: producer.index, capture });
    }
    // What the client wrote of its own accord is its own, even when an answer repeats it.
    for (const { fingerprint } of marks) if (!producers.has(fingerprint)) known.add(fingerprint);
    for (const value of recording.values) {
      const { fingerprint } = value;
      if (!known.has(fingerprint) && !producers.has(fingerprint))
        producers.set(fingerprint, { index, value });
    }
    return found;
  });
  return links.map((found, index) => {
    const used = new Set<number>();
    const chained = (mark: ValueMark): string | undefined => {
      const link = found.get(keyOf(mark));
      if (link === undefined) return undefined;
      used.add(link.from);
      return `{{${names[link.from] ?? ''}.${link.capture}}}`;
    };
    const depends = (): string[] => [...used].sort((a, b) => a - b).map((from) => names[from] ?? '');
    return { chained, captures: [...(captures[index]?.values() ?? [])], depends };
  });
}

function keyOf({ fingerprint, noun }: ValueMark): string {
  return `${fingerprint} ${noun}`;
}

/** Short values may be equal by chance: then both have to be about the same thing. */
function isSame({ strong, nouns }: ProducedValue, { noun }: ValueMark): boolean {
  return strong || (noun !== '' && nouns.includes(noun));
}

/** An answer that had not ended cannot have given anything. */
function isBefore(giver: Recording, taker: Recording): boolean {
  return giver.startedAt + giver.duration <= taker.startedAt + CLOCK_ERROR;
}

/** Both numbers are whole milliseconds. */
const CLOCK_ERROR = 1;

function captureOf(
  { fingerprint, source, path, name }: ProducedValue,
  captures: Map<string, Capture>,
): string {
  const known = captures.get(fingerprint);
  if (known) return known.name;
  const taken = new Set([...captures.values()].map((capture) => capture.name));
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) unique = `${name}_${number}`;
  captures.set(fingerprint, { name: unique, source, path, line: 0 });
  return unique;
}

function* textsOf({ path, query, request }: Recording): Generator<RecordedText> {
  yield path;
  yield query;
  for (const { value } of request.headers) yield value;
  if (request.body.text !== null) yield request.body.text;
}
