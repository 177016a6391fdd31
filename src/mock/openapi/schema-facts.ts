/** What a schema says about the kind of its values, with everything that it refers to and all its alternatives. */
import {
  SchemaProblem,
  type ResolvedSchema,
  type SchemaRegistry,
  type SchemaResource,
} from '../../evaluation/json-schema/references/registry.js';
import {
  asList,
  asObject,
  isNullable,
  isSchemaObject,
  member,
  type SchemaObject,
} from '../../evaluation/json-schema/references/schema-node.js';
import { visitParts, type SchemaPart } from '../../evaluation/json-schema/sample/schema-parts.js';

export interface SchemaFacts {
  /** Empty when no type is named. */
  readonly types: ReadonlySet<string>;
  /** The schemas of each member. */
  readonly properties: ReadonlyMap<string, readonly ResolvedSchema[]>;
  /** The schemas of members without one of their own. */
  readonly otherProperties: readonly ResolvedSchema[];
  readonly items: readonly ResolvedSchema[];
}

/** A schema with more parts is looked at no further. */
const MAX_PARTS = 500;

export function readSchemaFacts(places: readonly ResolvedSchema[], registry: SchemaRegistry): SchemaFacts {
  const types = new Set<string>();
  const properties = new Map<string, ResolvedSchema[]>();
  const otherProperties: ResolvedSchema[] = [];
  const items: ResolvedSchema[] = [];
  let visited = 0;
  visitParts(places, 'breadth-first', (part) => {
    const { schema, home } = part;
    for (const type of typesOf(schema, home)) types.add(type);
    for (const [name, value] of Object.entries(asObject(member(schema, 'properties')))) {
      properties.set(name, [...(properties.get(name) ?? []), { value, home }]);
    }
    const others = member(schema, 'additionalProperties');
    if (isSchemaObject(others)) otherProperties.push({ value: others, home });
    const item = member(schema, 'items');
    if (isSchemaObject(item)) items.push({ value: item, home });
    return ++visited > MAX_PARTS ? undefined : innerSchemas(part, registry);
  });
  return { types, properties, otherProperties, items };
}

function typesOf(schema: SchemaObject, home: SchemaResource): readonly string[] {
  const written = member(schema, 'type');
  const named = (Array.isArray(written) ? asList(written) : [written]).filter(
    (type) => typeof type === 'string',
  );
  if (named.length === 0) {
    if (member(schema, 'properties') !== undefined) named.push('object');
    if (member(schema, 'items') !== undefined) named.push('array');
  }
  return isNullable(schema, home.dialect) ? [...named, 'null'] : named;
}

function innerSchemas(
  { schema, home }: SchemaPart<SchemaResource>,
  registry: SchemaRegistry,
): readonly ResolvedSchema[] {
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => asList(member(schema, keyword)));
  const branches = ['then', 'else'].map((keyword) => member(schema, keyword));
  const places = [...inner, ...branches].map((value) => ({ value, home }));
  const reference = member(schema, '$ref');
  if (typeof reference !== 'string') return places;
  try {
    return [registry.resolve(reference, home), ...places];
  } catch (error) {
    if (error instanceof SchemaProblem) return places;
    throw error;
  }
}
