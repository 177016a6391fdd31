/**
 * Verdicts that are known already. Schemas that refer to each other twice would otherwise be applied to the same
 * value twice as often at every level.
 */
import type { DynamicScope, Evaluated } from './frame.js';
import type { Resource } from './registry.js';
import type { SchemaObject } from './schema-node.js';

export interface Verdict {
  readonly valid: boolean;
  /** By the schema, if the value is valid. */
  readonly evaluated: Evaluated;
}

/** By value, or by its place where that is all that tells it from others. */
export type Verdicts = Map<unknown, Verdict>;

export class JudgedBefore {
  /** Whether a verdict depends on the schemas that led to this one. */
  readonly #dependsOnScope: boolean;
  readonly #scopes = new Map<DynamicScope, Map<Resource, DynamicScope>>();
  readonly #collected = new Map<object, Map<SchemaObject, Verdicts>>();
  readonly #tested = new Map<object, Map<SchemaObject, Verdicts>>();

  constructor(dependsOnScope: boolean) {
    this.#dependsOnScope = dependsOnScope;
  }

  /** The same object for the same way into a resource, so that verdicts can be found again. */
  inside(resource: Resource, outer: DynamicScope): DynamicScope {
    let scopes = this.#scopes.get(outer);
    if (scopes === undefined) this.#scopes.set(outer, (scopes = new Map()));
    let scope = scopes.get(resource);
    if (scope === undefined) scopes.set(resource, (scope = { resource, outer }));
    return scope;
  }

  /** The verdicts of a schema; with its violations noted or not. */
  place(schema: SchemaObject, scope: DynamicScope, collects: boolean): Verdicts {
    const all = collects ? this.#collected : this.#tested;
    const owner = this.#dependsOnScope ? scope : this;
    let bySchema = all.get(owner);
    if (bySchema === undefined) all.set(owner, (bySchema = new Map()));
    let verdicts = bySchema.get(schema);
    if (verdicts === undefined) bySchema.set(schema, (verdicts = new Map()));
    return verdicts;
  }

  /** Lists and objects stand in one place only. Equal scalars are equally valid, but violations have a place. */
  static key(instance: unknown, pointer: string, collects: boolean): unknown {
    if (typeof instance === 'object' && instance !== null) return instance;
    return collects ? pointer : instance;
  }
}
