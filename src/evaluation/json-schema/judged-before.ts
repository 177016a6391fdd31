/**
 * Verdicts that are known already. Schemas that refer to each other twice would otherwise be applied to the same
 * value twice as often at every level.
 */
import type { DynamicScope, Evaluated } from './frame.js';
import type { Resource } from './registry.js';
import type { SchemaObject } from './schema-node.js';

interface Verdict {
  readonly valid: boolean;
  /** By the schema, if the value is valid. */
  readonly evaluated: Evaluated;
}

/** By value, or by its place where that is all that tells it from others. */
type Verdicts = Map<unknown, Verdict>;

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
    const scopes = entry(this.#scopes, outer, () => new Map<Resource, DynamicScope>());
    return entry(scopes, resource, () => ({ resource, outer }));
  }

  /** The verdicts of a schema; with its violations noted or not. */
  verdicts(schema: SchemaObject, scope: DynamicScope, collects: boolean): Verdicts {
    const all = collects ? this.#collected : this.#tested;
    const owner = this.#dependsOnScope ? scope : this;
    const bySchema = entry(all, owner, () => new Map<SchemaObject, Verdicts>());
    return entry(bySchema, schema, (): Verdicts => new Map());
  }

  /** Lists and objects stand in one place only. Equal scalars are equally valid, but violations have a place. */
  static key(instance: unknown, pointer: string, collects: boolean): unknown {
    if (typeof instance === 'object' && instance !== null) return instance;
    return collects ? pointer : instance;
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
