import type { ApiOperation } from '../../documents/api-operations.js';
import type { ApiDocuments, LocatedMapping, OperationSource } from '../../documents/operation-source.js';
import { mapping } from '../../documents/plain-data.js';
import {
  followReferences,
  resolveReference,
  type UnresolvedReference,
  type SourceDocument,
  type Located,
} from '../../documents/references.js';
import type { Loss } from '../converted.js';
import type { ImportedVariables } from '../imported-variables.js';
import type { SharedLosses } from '../shared-losses.js';
import { ImportSampler, type KnownSchemas, type SampleSize } from './sample.js';
import type { TextBudget } from './sample-value.js';
import type { ServerVariables } from './servers.js';

/** How much is written of each operation. */
export interface WrittenSize extends SampleSize {
  /** Whether optional query parameters are written as comments, with or without their description. */
  readonly comments: 'described' | 'plain' | 'none';
}

/** What the operations of one document share. */
export interface ApiContext extends ApiDocuments {
  readonly servers: ServerVariables;
  readonly variables: ImportedVariables;
  readonly budget: TextBudget;
  /** Collects losses that many operations share. */
  readonly shared: SharedLosses;
  readonly schemas: KnownSchemas;
  readonly size: WrittenSize;
  /** Whether files can be written beside the request file. */
  readonly savesFiles: boolean;
}

export class OperationLosses {
  readonly losses: Loss[] = [];
  readonly #reportedReferences = new Set<string>();

  /** `place` is the JSON pointer of the operation. */
  constructor(readonly place: string) {}

  /** `below` is a JSON pointer relative to the operation. */
  lose(below: string, reason: string): void {
    this.losses.push({ path: this.place + below, reason });
  }

  reportDeadEnd(below: string, { reference, reason }: UnresolvedReference): void {
    if (this.#reportedReferences.has(reference)) return;
    this.#reportedReferences.add(reference);
    this.lose(below, `the reference ${reference} is left empty: ${reason}`);
  }
}

/** The conversion of one operation: the documents its references lead to, and its losses. */
export class OperationContext extends OperationLosses implements OperationSource {
  readonly sampler: ImportSampler;

  /** `owner` is the name of the request. */
  constructor(
    readonly api: ApiContext,
    readonly found: ApiOperation,
    readonly owner: string,
  ) {
    super(found.place);
    this.sampler = new ImportSampler(api.size, (reference, home) => this.#step(reference, home), api.schemas);
  }

  /** Resolves a reference, if the value is one. An unresolvable reference is a loss and gives an empty value. */
  at(value: unknown, home: SourceDocument, below: string): Located {
    const found = followReferences({ value, home }, this.api.others);
    if (!('reason' in found)) return found;
    this.reportDeadEnd(below, found);
    return { value: {}, home };
  }

  resolveMapping(value: unknown, home: SourceDocument, below: string): LocatedMapping {
    const found = this.at(value, home, below);
    return { value: mapping(found.value) ?? {}, home: found.home };
  }

  #step(reference: string, home: SourceDocument): Located | undefined {
    const found = resolveReference(reference, home, this.api.others);
    if (!('reason' in found)) return found;
    this.reportDeadEnd('', { reference, reason: found.reason });
    return undefined;
  }
}
