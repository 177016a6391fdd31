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
  const [only] = schemas;
  const alone = schemas.length === 1 ? mapping(only?.value) : undefined;
  if (only !== undefined && alone !== undefined && !refersToOthers(alone)) {
    flat.add({ schema: alone, home: only.home, isSole: true });
    return flat;
  }
  visitParts(schemas, 'depth-first', (part) => {
    flat.add(part);
    return flat.given === undefined ? flat.follow(part, step) : undefined;
  });
  return flat;
}

/** Most schemas describe their value alone. */
function refersToOthers(schema: Mapping): boolean {
  return '$ref' in schema || 'allOf' in schema || 'oneOf' in schema || 'anyOf' in schema;
}

/** The first that is not just null. */
function firstAlternative(value: unknown): unknown {
  const alternatives = list(value);
  return alternatives.find((schema) => mapping(schema)?.['type'] !== 'null') ?? alternatives[0];
}

const KEYWORDS: ReadonlySet<string> = new Set([
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
]);

/** Most schemas have few of these, and a document has very many schemas. */
const NO_MEMBERS: ReadonlyMap<string, never> = new Map<string, never>();
const NO_NAMES: ReadonlySet<string> = new Set<string>();

class Flattening implements FlatSchema {
  identity: unknown;
  given: Given | undefined;
  readonly keywords = new Map<string, unknown>();
  #givenMembers: Map<string, unknown> | undefined;
  #properties: Map<string, Located[]> | undefined;
  #required: Set<string> | undefined;
  items: Located | undefined;
  name = '';

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
  add({ schema, home, isSole }: SchemaPart<SourceDocument>): void {
    if (!('$ref' in schema)) this.identity ??= schema;
    for (const keyword of Object.keys(schema)) {
      if (KEYWORDS.has(keyword) && schema[keyword] !== undefined && !this.keywords.has(keyword))
        this.keywords.set(keyword, schema[keyword]);
    }
    if (!this.keywords.has('type')) {
      const type = typeOf(schema);
      if (type !== undefined) this.keywords.set('type', type);
    }
    const properties = mapping(schema['properties']);
    if (properties !== undefined) this.#addProperties(properties, home);
    for (const name of list(schema['required']))
      if (typeof name === 'string') (this.#required ??= new Set<string>()).add(name);
    const items = list(schema['prefixItems'])[0] ?? list(schema['items'])[0] ?? schema['items'];
    if (mapping(items) !== undefined) this.items ??= { value: items, home };
    this.#addGiven(schema, isSole);
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
    for (const name of members === undefined ? [] : keysOf(members)) {
      this.#givenMembers ??= new Map();
      if (!this.#givenMembers.has(name)) this.#givenMembers.set(name, member(members, name));
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
