/** Finds the values of later requests that come from earlier responses, so that the export can be run again. */
import type { Capture } from '../../request-file/model/model.js';
import { findMarks, type RecordedText, type ValueMark } from '../recordings/recorded-text.js';
import type { ProducedValue, Recording } from '../recordings/recording.js';

/** The chained values of one exported request. */
export interface ValueChain {
  /** A placeholder for the value; undefined when no earlier response contains it. */
  readonly placeholderFor: (mark: ValueMark) => string | undefined;
  readonly captures: readonly Capture[];
  /** The names of the requests whose values `placeholderFor` has used so far, in file order. */
  readonly depends: () => readonly string[];
}

export const NO_CHAIN: ValueChain = { placeholderFor: () => undefined, captures: [], depends: () => [] };

interface Link {
  /** The index of the request whose response contains the value. */
  readonly from: number;
  readonly capture: string;
}

interface Producer {
  readonly index: number;
  readonly value: ProducedValue;
}

/** `names` are the names of the requests, in the order of the recordings. */
export function chainValues(recordings: readonly Recording[], names: readonly string[]): ValueChain[] {
  const producers = new Map<string, Producer>();
  const clientValues = new Set<string>();
  const captures: Map<string, Capture>[] = recordings.map(() => new Map<string, Capture>());
  const links = recordings.map((recording, index) => {
    const found = new Map<string, Link>();
    const marks = [...textsOf(recording)].flatMap((text) => [...findMarks(text)]);
    for (const mark of marks) {
      const producer = producers.get(mark.fingerprint);
      const source = producer && recordings[producer.index];
      if (!producer || !source || !isSame(producer.value, mark) || !isBefore(source, recording)) continue;
      const capture = captureOf(producer.value, captures[producer.index] ?? new Map<string, Capture>());
      found.set(keyOf(mark), { from: producer.index, capture });
    }
    // A value that the client sent first is its own, even when a response repeats it.
    for (const { fingerprint } of marks) if (!producers.has(fingerprint)) clientValues.add(fingerprint);
    for (const value of recording.values) {
      const { fingerprint } = value;
      if (!clientValues.has(fingerprint) && !producers.has(fingerprint))
        producers.set(fingerprint, { index, value });
    }
    return found;
  });
  return links.map((found, index) => {
    const used = new Set<number>();
    const placeholderFor = (mark: ValueMark): string | undefined => {
      const link = found.get(keyOf(mark));
      if (link === undefined) return undefined;
      used.add(link.from);
      return `{{${names[link.from] ?? ''}.${link.capture}}}`;
    };
    const depends = (): string[] => [...used].sort((a, b) => a - b).map((from) => names[from] ?? '');
    return { placeholderFor, captures: [...(captures[index]?.values() ?? [])], depends };
  });
}

function keyOf({ fingerprint, noun }: ValueMark): string {
  return `${fingerprint} ${noun}`;
}

/** Short values may be equal by chance, so they must also refer to the same thing. */
function isSame({ strong, nouns }: ProducedValue, { noun }: ValueMark): boolean {
  return strong || (noun !== '' && nouns.includes(noun));
}

/** A response that had not ended cannot be the source of a value. */
function isBefore(source: Recording, consumer: Recording): boolean {
  return source.startedAt + source.duration <= consumer.startedAt + CLOCK_ERROR_MS;
}

/** Both timestamps are rounded to whole milliseconds. */
const CLOCK_ERROR_MS = 1;

function captureOf(
  { fingerprint, source, path, name }: ProducedValue,
  captures: Map<string, Capture>,
): string {
  const existing = captures.get(fingerprint);
  if (existing) return existing.name;
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
