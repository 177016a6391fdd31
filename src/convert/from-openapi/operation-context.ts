/** The conversion of one operation: the document its references start from, and its losses. */
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
  readonly #reportedReferences = new Set<string>();

  constructor(
    readonly root: Mapping,
    readonly others: ReferencedDocuments,
    /** JSON pointer of the operation. */
    readonly place: string,
  ) {}

  /** `below` is a JSON pointer relative to the operation. */
  lose(below: string, reason: string): void {
    this.losses.push({ path: this.place + below, reason });
  }

  /** Resolves a reference, if the value is one. An unresolvable reference is a loss and gives an undefined value. */
  at(value: unknown, home: SourceDocument, below: string): Located {
    const found = followReferences({ value, home }, this.others);
    if (!('reason' in found)) return found;
    this.reportDeadEnd(below, found);
    return { value: {}, home };
  }

  resolveMapping(
    value: unknown,
    home: SourceDocument,
    below: string,
  ): { readonly value: Mapping; readonly home: SourceDocument } {
    const found = this.at(value, home, below);
    return { value: mapping(found.value) ?? {}, home: found.home };
  }

  /** Follows one step of a reference. */
  step(reference: string, home: SourceDocument, below: string): Located | undefined {
    const found = resolveReference(reference, home, this.others);
    if (!('reason' in found)) return found;
    this.reportDeadEnd(below, { reference, reason: found.reason });
    return undefined;
  }

  reportDeadEnd(below: string, { reference, reason }: UnresolvedReference): void {
    if (this.#reportedReferences.has(reference)) return;
    this.#reportedReferences.add(reference);
    this.lose(below, `the reference ${reference} is left empty: ${reason}`);
  }
}
