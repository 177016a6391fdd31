/** One operation while it is converted: where its references start, and what it loses. */
import { mapping, type Mapping } from '../../documents/plain-data.js';
import {
  followReferences,
  resolveReference,
  type UnresolvedReference,
  type SourceDocument,
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
  at(value: unknown, home: SourceDocument, below: string): Located {
    const found = followReferences({ value, home }, this.others);
    if (!('reason' in found)) return found;
    this.deadEnd(below, found);
    return { value: {}, home };
  }

  mappingAt(
    value: unknown,
    home: SourceDocument,
    below: string,
  ): { readonly value: Mapping; readonly home: SourceDocument } {
    const found = this.at(value, home, below);
    return { value: mapping(found.value) ?? {}, home: found.home };
  }

  /** One step of a reference. */
  step(reference: string, home: SourceDocument, below: string): Located | undefined {
    const found = resolveReference(reference, home, this.others);
    if (!('reason' in found)) return found;
    this.deadEnd(below, { reference, reason: found.reason });
    return undefined;
  }

  deadEnd(below: string, { reference, reason }: UnresolvedReference): void {
    if (this.#told.has(reference)) return;
    this.#told.add(reference);
    this.lose(below, `the reference ${reference} is left empty: ${reason}`);
  }
}
