/** Paths of values in a JSON text, in the form that assertions use. */
import type { PathStep } from '../../../src/request-file/expressions/parse-path.js';
import { bodyPathText, type BodyPathPart } from '../../../src/request-file/print/body-path-text.js';
import { LIST, OBJECT, type JsonTape } from './json-tape.js';

export function partsTo(tape: JsonTape, value: number): BodyPathPart[] {
  const parts: BodyPathPart[] = [];
  for (let at = value; tape.parentOf(at) >= 0; at = tape.parentOf(at))
    parts.push(tape.nameOf(at) ?? indexOf(tape, at));
  return parts.reverse();
}

export function pathTo(tape: JsonTape, value: number): string {
  return bodyPathText(partsTo(tape, value));
}

/** The position of a value in its list or object. */
export function indexOf(tape: JsonTape, value: number): number {
  let index = 0;
  for (let at = tape.parentOf(value) + 1; at < value; at = tape.nextOf(at)) index++;
  return index;
}

/** Finds members of the same lists and objects many times, as a filter with many results does. */
export class MemberLookup {
  readonly #tape: JsonTape;
  readonly #members = new Map<number, readonly number[]>();

  constructor(tape: JsonTape) {
    this.#tape = tape;
  }

  /** Undefined where the location leads to nothing. */
  find(location: readonly (string | number)[]): number | undefined {
    let value: number | undefined = 0;
    for (const part of location) {
      if (value === undefined) return undefined;
      value = typeof part === 'number' ? this.membersOf(value)[part] : this.named(value, part);
    }
    return value;
  }

  membersOf(parent: number): readonly number[] {
    const kept = this.#members.get(parent);
    if (kept !== undefined) return kept;
    const tape = this.#tape;
    const members: number[] = [];
    const end = tape.nextOf(parent);
    if (tape.isContainer(parent)) for (let at = parent + 1; at < end; at = tape.nextOf(at)) members.push(at);
    // Small ones are listed again sooner than millions of them are kept.
    if (members.length > 64) this.#members.set(parent, members);
    return members;
  }

  /** The last of equal names wins, as it does for assertions. */
  named(parent: number, name: string): number | undefined {
    if (this.#tape.kinds[parent] !== OBJECT) return undefined;
    return this.membersOf(parent).findLast((member) => this.#tape.nameOf(member) === name);
  }

  /** The values at a path as assertions understand it. */
  atPath(steps: readonly PathStep[]): readonly number[] {
    let current: readonly number[] = [0];
    for (const step of steps) current = current.flatMap((value) => this.#step(value, step));
    return current;
  }

  #step(value: number, step: PathStep): readonly number[] {
    if (step.kind === 'all') return this.membersOf(value);
    if (step.kind === 'key') return listOf(this.named(value, step.key));
    if (this.#tape.kinds[value] === LIST) {
      const members = this.membersOf(value);
      return listOf(members[step.index < 0 ? members.length + step.index : step.index]);
    }
    return step.bracket ? [] : listOf(this.named(value, String(step.index)));
  }
}

function listOf(value: number | undefined): readonly number[] {
  return value === undefined ? [] : [value];
}
