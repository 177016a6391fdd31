/** Finds the checks that can see a change, so that a request with many assertions is not checked whole each time. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { Change, ValuePath } from '../model/mutant.js';
import type { LookedAt } from './looked-at.js';

/** A place in the body, with the checks that look at it and the places inside of it. */
interface Place<Check> {
  readonly checks: Check[];
  readonly inside: Map<string, Place<Check>>;
}

export class CheckIndex<Check> {
  readonly #ofStatus: Check[] = [];
  readonly #ofAllHeaders: Check[] = [];
  readonly #byHeader = new Map<string, Check[]>();
  readonly #body: Place<Check> = createPlace();

  add(check: Check, { status, headers, body }: LookedAt): void {
    if (status) this.#ofStatus.push(check);
    if (headers === 'all') this.#ofAllHeaders.push(check);
    else for (const name of new Set(headers)) getOrAdd(this.#byHeader, name, (): Check[] => []).push(check);
    for (const way of body) {
      let place = this.#body;
      for (const step of way) place = getOrAdd(place.inside, step, createPlace<Check>);
      place.checks.push(check);
    }
  }

  /** Those that look at the place itself come first; a check may come twice. */
  *seeing(change: Change): Generator<Check> {
    switch (change.on) {
      case 'status':
        yield* this.#ofStatus;
        return;
      case 'header': {
        const name = change.name.toLowerCase();
        yield* this.#byHeader.get(name) ?? [];
        yield* this.#ofAllHeaders;
        // The type and its charset decide on how the body is read.
        if (name === 'content-type') yield* checksWithin(this.#body);
        return;
      }
      case 'text':
      case 'markup':
        yield* checksWithin(this.#body);
        return;
      case 'value':
        yield* this.#seeingValue(change.path, change.edit.kind);
        if (change.edit.kind === 'rename')
          yield* this.#seeingValue([...change.path.slice(0, -1), change.edit.to], 'set');
    }
  }

  *#seeingValue(path: ValuePath, edit: string): Generator<Check> {
    // Without an element, those after it move.
    const changed = edit === 'remove' && typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
    const around: Check[][] = [];
    let place: Place<Check> | undefined = this.#body;
    for (const step of changed) {
      around.push(place.checks);
      place = place.inside.get(String(step));
      if (place === undefined) break;
    }
    if (place) yield* checksWithin(place);
    for (let at = around.length - 1; at >= 0; at--) yield* around[at] ?? [];
  }
}

function createPlace<Check>(): Place<Check> {
  return { checks: [], inside: new Map() };
}

function* checksWithin<Check>(place: Place<Check>): Generator<Check> {
  yield* place.checks;
  for (const inner of place.inside.values()) yield* checksWithin(inner);
}
