/** A schema merged with its references, `allOf` and first alternatives. */
import { list, mapping, member, type Mapping } from '../../documents/plain-data.js';
import type { SourceDocument, Located } from '../../documents/references.js';
import { visitParts, type SchemaPart } from '../../evaluation/json-schema/sample/schema-parts.js';
import { entriesOf, keysOf } from '../../primitives/json/key-order.js';

export interface FlatSchema {
  /** The schema itself, behind its references: the same object for the same schema. */
  readonly identity: unknown;
  /** An example or fixed value for the whole. */
  readonly given: Given | undefined;
  /** Examples for single properties, from parts of an `allOf`. */
  readonly givenMembers: ReadonlyMap<string, unknown>;
  readonly keywords: ReadonlyMap<string, unknown>;
  /** The properties with all their schemas. */
  readonly properties: ReadonlyMap<string, readonly Located[]>;
  readonly required: ReadonlySet<string>;
  readonly items: Located | undefined;
  /** The name in the last reference that was followed; discriminators use it. */
  readonly name: string;
}

export interface Given {
  readonly value: unknown;
  readonly isExample: boolean;
}

export type FollowStep = (reference: string, home: SourceDocument) => Located | undefined;

/** Several schemas for one value count like an `allOf`. */
export function flattenSchema(schemas: readonly Located[], step: FollowStep): FlatSchema {
  const flat = new Flattening();
  visitParts(schemas, 'depth-first', (part) => {
    flat.add(part);
    return flat.given === undefined ? flat.follow(part, step) : undefined;
  });
  return flat;
}

/** The first that is not just null. */
function firstAlternative(value: unknown): unknown {
  const alternatives = list(value);
  return alternatives.find((schema) => mapping(schema)?.['type'] !== 'null') ?? alternatives[0];
}

const KEYWORDS = [
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'contentMediaType',
  'contentEncoding',
  'readOnly',
  'discriminator',
  'xml',
] as const;

class Flattening implements FlatSchema {
  identity: unknown;
  given: Given | undefined;
  readonly givenMembers = new Map<string, unknown>();
  readonly keywords = new Map<string, unknown>();
  readonly properties = new Map<string, Located[]>();
  readonly required = new Set<string>();
  items: Located | undefined;
  name = '';

  /** What was added first is the more specific and stays. */
  add({ schema, home, isSole }: SchemaPart<SourceDocument>): void {
    if (!('$ref' in schema)) this.identity ??= schema;
    for (const keyword of KEYWORDS) {
      if (schema[keyword] !== undefined && !this.keywords.has(keyword))
        this.keywords.set(keyword, schema[keyword]);
    }
    if (!this.keywords.has('type')) {
      const type = typeOf(schema);
      if (type !== undefined) this.keywords.set('type', type);
    }
    for (const [name, value] of entriesOf(mapping(schema['properties']) ?? {})) {
      const present = this.properties.get(name);
      if (present === undefined) this.properties.set(name, [{ value, home }]);
      else present.push({ value, home });
    }
    for (const name of list(schema['required'])) if (typeof name === 'string') this.required.add(name);
    const items = list(schema['prefixItems'])[0] ?? list(schema['items'])[0] ?? schema['items'];
    if (mapping(items) !== undefined) this.items ??= { value: items, home };
    this.#addGiven(schema, isSole);
  }

  /** The schemas that the part refers to or is composed of. */
  follow({ schema, home }: SchemaPart<SourceDocument>, step: FollowStep): readonly Located[] {
    const { $ref: reference, allOf, oneOf, anyOf } = schema;
    const places: Located[] = [];
    if (typeof reference === 'string') {
      const target = step(reference, home);
      if (target !== undefined) this.name = reference.slice(reference.lastIndexOf('/') + 1);
      places.push(target ?? { value: undefined, home });
    }
    for (const value of list(allOf)) places.push({ value, home });
    for (const alternatives of [oneOf, anyOf]) {
      const value = firstAlternative(alternatives);
      if (value !== undefined) places.push({ value, home });
    }
    return places;
  }

  #addGiven(schema: Mapping, isSole: boolean): void {
    const given = givenBy(schema);
    if (given === undefined) return;
    if (isSole) {
      this.given = given;
      return;
    }
    const members = mapping(given.value);
    for (const name of keysOf(members ?? {})) {
      if (!this.givenMembers.has(name)) this.givenMembers.set(name, member(members, name));
    }
    // A part that describes a plain value stands for the whole.
    if (members === undefined && this.properties.size === 0) this.given = given;
  }
}

function typeOf(schema: Mapping): string | undefined {
  const written = list(schema['type']).find((type) => type !== 'null') ?? schema['type'];
  if (typeof written === 'string') return written.toLowerCase();
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return undefined;
}

/** The order is that of docs/import-export.md#import-from-openapi; null says nothing, unless it is the only value allowed. */
function givenBy(schema: Mapping): Given | undefined {
  for (const value of [schema['example'], schema['x-example'], list(schema['examples'])[0]]) {
    if (value !== undefined && value !== null) return { value, isExample: true };
  }
  const fallback = schema['default'] ?? schema['const'];
  if (fallback !== undefined && fallback !== null) return { value: fallback, isExample: false };
  if (schema['const'] === null) return { value: null, isExample: false };
  const values = list(schema['enum']);
  if (values.length === 0) return undefined;
  return { value: values.find((value) => value !== null) ?? null, isExample: false };
}
