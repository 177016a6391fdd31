/** A schema merged with its references, `allOf` and first alternatives. */
import { list, mapping, member, type Mapping } from '../../documents/plain-data.js';
import type { SourceDocument, Located } from '../../documents/references.js';
import { visitParts, type SchemaPart } from '../../evaluation/json-schema/sample/schema-parts.js';
import { entriesOf, keysOf } from '../../primitives/json/key-order.js';
import { readSchema, type SchemaFields } from './schema-fields.js';

export interface FlatSchema {
  /** The schema itself, behind its references: the same object for the same schema. */
  readonly identity: unknown;
  /** An example or fixed value for the whole. */
  readonly given: Given | undefined;
  /** Examples for single properties, from parts of an `allOf`. */
  readonly givenMembers: ReadonlyMap<string, unknown>;
  /** The values of `enum`. */
  readonly allowed: readonly unknown[] | undefined;
  /** In lower case; guessed from other keywords where the schema does not tell. */
  readonly type: string | undefined;
  /** Other keywords that decide about the value. */
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
  const [only] = schemas;
  const alone = schemas.length === 1 ? mapping(only?.value) : undefined;
  if (only !== undefined && alone !== undefined) {
    const fields = readSchema(alone);
    // Most schemas describe their value alone.
    if (!fields.refersToOthers) {
      flat.add(fields, { schema: alone, home: only.home, isSole: true });
      return flat;
    }
  }
  visitParts(schemas, 'depth-first', (part) => {
    const fields = readSchema(part.schema);
    flat.add(fields, part);
    return flat.given === undefined ? flat.follow(fields, part.home, step) : undefined;
  });
  return flat;
}

/** The first that is not just null. */
function firstAlternative(value: unknown): unknown {
  const alternatives = list(value);
  return alternatives.find((schema) => mapping(schema)?.['type'] !== 'null') ?? alternatives[0];
}

/** Most schemas have few of these, and a document has very many schemas. */
const NO_MEMBERS: ReadonlyMap<string, never> = new Map<string, never>();
const NO_NAMES: ReadonlySet<string> = new Set<string>();

class Flattening implements FlatSchema {
  identity: unknown;
  given: Given | undefined;
  allowed: readonly unknown[] | undefined;
  type: string | undefined;
  #keywords: Map<string, unknown> | undefined;
  #givenMembers: Map<string, unknown> | undefined;
  #properties: Map<string, Located[]> | undefined;
  #required: Set<string> | undefined;
  items: Located | undefined;
  name = '';

  get keywords(): ReadonlyMap<string, unknown> {
    return this.#keywords ?? NO_MEMBERS;
  }

  get givenMembers(): ReadonlyMap<string, unknown> {
    return this.#givenMembers ?? NO_MEMBERS;
  }

  get properties(): ReadonlyMap<string, readonly Located[]> {
    return this.#properties ?? NO_MEMBERS;
  }

  get required(): ReadonlySet<string> {
    return this.#required ?? NO_NAMES;
  }

  /** What was added first is the more specific and stays. */
  add(fields: SchemaFields, { schema, home, isSole }: SchemaPart<SourceDocument>): void {
    if (fields.reference === undefined) this.identity ??= schema;
    if (this.#keywords === undefined) this.#keywords = fields.keywords;
    else for (const [keyword, value] of fields.keywords ?? []) addMissing(this.#keywords, keyword, value);
    this.type ??= typeOf(fields);
    if (Array.isArray(fields.enum)) this.allowed ??= fields.enum as unknown[];
    const properties = mapping(fields.properties);
    if (properties !== undefined) this.#addProperties(properties, home);
    for (const name of list(fields.required))
      if (typeof name === 'string') (this.#required ??= new Set<string>()).add(name);
    const items = list(fields.prefixItems)[0] ?? list(fields.items)[0] ?? fields.items;
    if (mapping(items) !== undefined) this.items ??= { value: items, home };
    this.#addGiven(fields, isSole);
  }

  #addProperties(added: Mapping, home: SourceDocument): void {
    const properties = (this.#properties ??= new Map<string, Located[]>());
    for (const [name, value] of entriesOf(added)) {
      const present = properties.get(name);
      if (present === undefined) properties.set(name, [{ value, home }]);
      else present.push({ value, home });
    }
  }

  /** The schemas that the part refers to or is composed of. */
  follow(
    { reference, allOf, oneOf, anyOf }: SchemaFields,
    home: SourceDocument,
    step: FollowStep,
  ): readonly Located[] {
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

  #addGiven(fields: SchemaFields, isSole: boolean): void {
    const given = givenBy(fields);
    if (given === undefined) return;
    if (isSole) {
      this.given = given;
      return;
    }
    const members = mapping(given.value);
    for (const name of members === undefined ? [] : keysOf(members)) {
      this.#givenMembers ??= new Map();
      addMissing(this.#givenMembers, name, member(members, name));
    }
    // A part that describes a plain value stands for the whole.
    if (members === undefined && this.properties.size === 0) this.given = given;
  }
}

function addMissing(map: Map<string, unknown>, key: string, value: unknown): void {
  if (!map.has(key)) map.set(key, value);
}

function typeOf(fields: SchemaFields): string | undefined {
  const written = list(fields.type).find((type) => type !== 'null') ?? fields.type;
  if (typeof written === 'string') return written.toLowerCase();
  if (fields.properties !== undefined || fields.additionalProperties !== undefined) return 'object';
  if (fields.items !== undefined || fields.prefixItems !== undefined) return 'array';
  return undefined;
}

/** The order is that of docs/import-export.md#import-from-openapi; null says nothing, unless it is the only value allowed. */
function givenBy(fields: SchemaFields): Given | undefined {
  for (const value of [fields.example, fields.vendorExample, list(fields.examples)[0]]) {
    if (value !== undefined && value !== null) return { value, isExample: true };
  }
  const fallback = fields.default ?? fields.const;
  if (fallback !== undefined && fallback !== null) return { value: fallback, isExample: false };
  if (fields.const === null) return { value: null, isExample: false };
  const values = list(fields.enum);
  if (values.length === 0) return undefined;
  return { value: values.find((value) => value !== null) ?? null, isExample: false };
}
