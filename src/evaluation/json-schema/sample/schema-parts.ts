/** The schemas that describe one value together: references followed, alternatives chosen. */
import { isSchemaObject, member, type SchemaObject } from '../references/schema-node.js';

/** A schema, and the document or resource from which its references start. */
export interface LocatedSchema<Home> {
  readonly value: unknown;
  readonly home: Home;
}

export interface SchemaPart<Home> {
  readonly schema: SchemaObject;
  readonly home: Home;
  /** Whether nothing else describes the value, so that an example here is one for the whole value. */
  readonly isSole: boolean;
}

export interface PartOptions<Home> {
  readonly order: 'breadth-first' | 'depth-first';
  readonly maxParts: number;
  readonly referenceKeywords: readonly string[];
  /** The target of a reference; undefined where it leads nowhere. */
  readonly follow: (reference: string, from: LocatedSchema<Home>) => LocatedSchema<Home> | undefined;
  /** Whether a reference hides the keywords beside it. */
  readonly hidesRefSiblings: (home: Home) => boolean;
  /** The schemas that are chosen of `anyOf`, `oneOf` and `if`. */
  readonly alternatives: (schema: SchemaObject) => readonly unknown[];
}

/** Undefined stands for a part that nothing can satisfy: `false`, a dead reference, or too many parts. */
export function* schemaParts<Home>(
  places: readonly LocatedSchema<Home>[],
  options: PartOptions<Home>,
): Generator<SchemaPart<Home> | undefined> {
  const waiting = new WaitingPlaces(options.order, places);
  const seen = new Set<SchemaObject>();
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    const { value: schema, home } = next.place;
    if (schema === false) yield undefined;
    if (!isSchemaObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (seen.size > options.maxParts) yield undefined;
    const reference = options.referenceKeywords.map((keyword) => member(schema, keyword)).find(isDefined);
    const isReference = typeof reference === 'string';
    if (!isReference || !options.hidesRefSiblings(home)) yield { schema, home, isSole: next.isSole };
    const inner = [...asList(member(schema, 'allOf')), ...options.alternatives(schema)];
    const below = inner.map((value) => ({ value, home }));
    const count = below.length + (isReference ? 1 : 0);
    if (isReference) {
      const target = options.follow(reference, next.place);
      if (target === undefined) yield undefined;
      else below.unshift(target);
    }
    waiting.add(below, next.isSole && count === 1 && !Object.hasOwn(schema, 'properties'));
  }
}

interface WaitingPlace<Home> {
  readonly place: LocatedSchema<Home>;
  readonly isSole: boolean;
}

class WaitingPlaces<Home> {
  readonly #isDepthFirst: boolean;
  readonly #places: WaitingPlace<Home>[] = [];

  constructor(order: PartOptions<Home>['order'], places: readonly LocatedSchema<Home>[]) {
    this.#isDepthFirst = order === 'depth-first';
    this.add(places, places.length === 1);
  }

  add(places: readonly LocatedSchema<Home>[], isSole: boolean): void {
    const added = places.map((place) => ({ place, isSole }));
    this.#places.push(...(this.#isDepthFirst ? added.toReversed() : added));
  }

  take(): WaitingPlace<Home> | undefined {
    return this.#isDepthFirst ? this.#places.pop() : this.#places.shift();
  }
}

function isDefined(value: unknown): boolean {
  return value !== undefined;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
