/**
 * Keeps verdicts. Schemas that refer to each other twice would otherwise be applied to the same value twice as often
 * at every level.
 */
import { getOrAdd } from '../../../primitives/get-or-add.js';
import type { DynamicScope, Evaluated } from './validation-context.js';
import type { SchemaResource } from '../references/registry.js';
import type { SchemaObject } from '../references/schema-node.js';

interface Verdict {
  readonly valid: boolean;
  /** What the schema evaluated, if the value is valid. */
  readonly evaluated: Evaluated;
}

/** Verdicts by value, or by the pointer of a scalar. */
type Verdicts = Map<unknown, Verdict>;

export class VerdictCache {
  /** Whether a verdict depends on the schemas that led to this one. */
  readonly #dependsOnScope: boolean;
  readonly #scopes = new Map<DynamicScope, Map<SchemaResource, DynamicScope>>();
  readonly #collected = new Map<object, Map<SchemaObject, Verdicts>>();
  readonly #tested = new Map<object, Map<SchemaObject, Verdicts>>();

  constructor(dependsOnScope: boolean) {
    this.#dependsOnScope = dependsOnScope;
  }

  /** The same scope for the same way into a resource, so that its verdicts are found again. */
  enter(resource: SchemaResource, outer: DynamicScope): DynamicScope {
    const scopes = getOrAdd(this.#scopes, outer, () => new Map<SchemaResource, DynamicScope>());
    return getOrAdd(scopes, resource, () => ({ resource, outer }));
  }

  /** The verdicts of a schema; those with collected violations are kept apart. */
  verdicts(schema: SchemaObject, scope: DynamicScope, collectsViolations: boolean): Verdicts {
    const all = collectsViolations ? this.#collected : this.#tested;
    const owner = this.#dependsOnScope ? scope : this;
    const bySchema = getOrAdd(all, owner, () => new Map<SchemaObject, Verdicts>());
    return getOrAdd(bySchema, schema, (): Verdicts => new Map());
  }

  /** A list or object occurs at one place only. Equal scalars are equally valid, but violations have a pointer. */
  static key(instance: unknown, pointer: string, collectsViolations: boolean): unknown {
    if (typeof instance === 'object' && instance !== null) return instance;
    return collectsViolations ? pointer : instance;
  }
}
