/** The schemas that describe one value together. */
import type { Located } from '../references/reference.js';
import { isSchemaObject, type SchemaObject } from '../references/schema-node.js';

export interface SchemaPart<Home> {
  readonly schema: SchemaObject;
  readonly home: Home;
  /** Whether nothing else describes the value, so that an example here is one for the whole value. */
  readonly isSole: boolean;
}

/**
 * Visits every schema once. The visitor returns the schemas that the value must satisfy as well (targets of references,
 * `allOf`, chosen alternatives), or undefined to stop. Tells whether all were visited.
 */
export function visitParts<Home>(
  places: readonly Located<Home>[],
  order: 'breadth-first' | 'depth-first',
  visit: (part: SchemaPart<Home>) => readonly Located<Home>[] | undefined,
): boolean {
  const isDepthFirst = order === 'depth-first';
  const seen = new Set<SchemaObject>();
  const waiting: (Located<Home> & { readonly isSole: boolean })[] = [];
  const add = (added: readonly Located<Home>[], isSole: boolean): void => {
    const inOrder = isDepthFirst ? added.toReversed() : added;
    for (const { value, home } of inOrder) waiting.push({ value, home, isSole });
  };
  add(places, places.length === 1);
  for (;;) {
    const next = isDepthFirst ? waiting.pop() : waiting.shift();
    if (next === undefined) return true;
    const { value: schema, home, isSole } = next;
    if (!isSchemaObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const inner = visit({ schema, home, isSole });
    if (inner === undefined) return false;
    add(inner, isSole && inner.length === 1 && !Object.hasOwn(schema, 'properties'));
  }
}
