/** Validates values against schemas that stand inside of other documents, such as API descriptions. */
import { timeSlice } from '../../../primitives/time-slice.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from '../../bounded/limits.js';
import { BudgetExceeded, withinBudget } from '../../bounded/step-budget.js';
import { toJson } from '../../values/json.js';
import type { Violation } from '../../values/violation.js';
import { uriOf } from '../references/file-address.js';
import {
  SchemaProblem,
  SchemaRegistry,
  type ResolvedSchema,
  type SchemaReference,
  type SchemaResource,
} from '../references/registry.js';
import { isSchemaObject } from '../references/schema-node.js';
import type { UnneededMark } from './find-violations.js';
import { violationsOf } from './validate-schema.js';

export interface OuterDocument {
  /** Its path or URL; references between documents are relative to it. */
  readonly location: string;
  readonly root: unknown;
}

export interface ViolationOptions {
  readonly maxViolations: number;
  readonly unneeded: UnneededMark;
  readonly limits?: EvaluationLimits;
}

/** All schemas of a set of documents, each looked at when it is first used. */
export class DocumentSchemas {
  readonly registry = new SchemaRegistry();
  readonly #documents: readonly OuterDocument[];
  readonly #resources = new Map<string, SchemaResource>();
  #settled = 0;

  /** The first document decides in which version of JSON Schema the others are. */
  constructor(documents: readonly OuterDocument[]) {
    this.#documents = documents;
    let main: SchemaResource | undefined;
    for (const { location, root } of documents) {
      const resource = this.registry.addDocument(root, addressOf(location), main?.dialect);
      main ??= resource;
      this.#resources.set(location, resource);
    }
  }

  /** The schema, with everything that it refers to, ready for use. */
  async locate(value: unknown, location: string): Promise<ResolvedSchema> {
    const resource = this.#resources.get(location);
    if (resource === undefined) throw new TypeError('a document of another set');
    const target = this.registry.locate(value, resource);
    const yieldIfDue = timeSlice(SLICE_MS);
    // Resolving may uncover further schemas and with them further references.
    while (this.#settled < this.registry.references.length) {
      const { written, from } = this.registry.references[this.#settled++] as SchemaReference;
      try {
        this.registry.resolve(written, from);
      } catch (cause) {
        // One that leads nowhere matters only to values that come to it.
        if (!(cause instanceof SchemaProblem)) throw cause;
      }
      const yielded = yieldIfDue();
      if (yielded) await yielded;
    }
    return target;
  }

  /** Rejects with SchemaProblem when the schema cannot be used, or takes too long. */
  async violations(
    value: unknown,
    target: ResolvedSchema,
    { maxViolations, unneeded, limits = DEFAULT_LIMITS }: ViolationOptions,
  ): Promise<readonly Violation[]> {
    const { registry } = this;
    try {
      const search = { registry, maxViolations, unneeded };
      return await violationsOf(value, target, search, { limits, run: withinBudget });
    } catch (cause) {
      if (!(cause instanceof BudgetExceeded)) throw cause;
    }
    const { evaluateInThread } = await import('../../bounded/thread-pool.js');
    const { documentMs: limitMs, signal } = limits;
    const input = { ...this.#portable(target), maxViolations, unneeded };
    try {
      return await evaluateInThread('schema', input, toJson(value), { limitMs, signal, name: 'the schema' });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new SchemaProblem(cause instanceof Error ? cause.message : 'the schema cannot be applied');
    }
  }

  /** The documents as a thread needs them, with the schema at an address of its own. */
  #portable({ value, home }: ResolvedSchema): {
    readonly address: string;
    readonly documents: readonly (readonly [string, unknown])[];
  } {
    const owner = this.#documents.find(({ location }) => this.#resources.get(location)?.root === home.root);
    const own = owner ?? this.#documents[0];
    const needsPaths = this.registry.references.some(({ written }) => written.includes('#/paths/'));
    const documents = this.#documents.map(({ location, root }) => {
      if (!isSchemaObject(root)) return [location, root] as const;
      const kept = needsPaths ? root : { ...root, paths: undefined };
      return [location, location === own?.location ? { ...kept, [CHECKED]: value } : kept] as const;
    });
    return { address: `${own?.location ?? ''}#/${CHECKED}`, documents };
  }
}

const SLICE_MS = 8;
const CHECKED = 'x-checked-schema';

function addressOf(location: string): string {
  return /^https?:/i.test(location) ? location : uriOf(location);
}
