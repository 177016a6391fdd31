/** One operation while it is converted: where its references start, and what it loses. */
import { mapping, type Mapping } from '../../documents/plain-data.js';
import {
  follow,
  targetOf,
  type DeadEnd,
  type Home,
  type Located,
  type ReferencedDocuments,
} from '../../documents/references.js';
import type { Loss } from '../converted.js';

export class OperationContext {
  readonly losses: Loss[] = [];
  readonly #told = new Set<string>();

  constructor(
    readonly root: Mapping,
    readonly others: ReferencedDocuments,
    /** JSON pointer of the operation. */
    readonly place: string,
  ) {}

  /** `below` is a JSON pointer that continues the operation's own. */
  lose(below: string, reason: string): void {
    this.losses.push({ path: this.place + below, reason });
  }

  /** What a value is or refers to; nothing when the reference leads nowhere, which is a loss. */
  at(value: unknown, home: Home, below: string): Located {
    const found = follow({ value, home }, this.others);
    if (!('reason' in found)) return found;
    this.deadEnd(below, found);
    return { value: {}, home };
  }

  mappingAt(value: unknown, home: Home, below: string): { readonly value: Mapping; readonly home: Home } {
    const found = this.at(value, home, below);
    return { value: mapping(found.value) ?? {}, home: found.home };
  }

  /** One step of a reference. */
  step(reference: string, home: Home, below: string): Located | undefined {
    const found = targetOf(reference, home, this.others);
    if (!('reason' in found)) return found;
    this.deadEnd(below, { reference, reason: found.reason });
    return undefined;
  }

  deadEnd(below: string, { reference, reason }: DeadEnd): void {
    if (this.#told.has(reference)) return;
    this.#told.add(reference);
    this.lose(below, `the reference ${reference} is left empty: ${reason}`);
  }
}
