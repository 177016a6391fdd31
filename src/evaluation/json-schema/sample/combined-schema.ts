/** What several schemas that hold at once say together. */
import type { ResolvedSchema, SchemaResource } from '../references/registry.js';
import { keysOf } from '../../../primitives/json/key-order.js';
import { asList, asObject, isSchemaObject, member, type SchemaObject } from '../references/schema-node.js';
import type { SchemaPart } from './schema-parts.js';

export class CombinedSchema {
  readonly #parts: readonly SchemaPart<SchemaResource>[];
  #schemas: ReadonlySet<SchemaObject> | undefined;

  constructor(parts: readonly SchemaPart<SchemaResource>[]) {
    this.#parts = parts;
  }

  /** Whether both consist of the same schemas, however they were referred to. */
  isSameAs(other: CombinedSchema): boolean {
    const [own, theirs] = [this.#described(), other.#described()];
    return own.size > 0 && own.size === theirs.size && [...own].every((schema) => theirs.has(schema));
  }

  #described(): ReadonlySet<SchemaObject> {
    this.#schemas ??= new Set(
      this.#parts.map(({ schema }) => schema).filter((schema) => !Object.hasOwn(schema, '$ref')),
    );
    return this.#schemas;
  }

  /** A value that the schema itself names. */
  given(usesExamples: boolean): unknown {
    for (const { schema } of this.#parts) {
      if (Object.hasOwn(schema, 'const')) return schema['const'];
    }
    const [first, ...others] = this.#parts
      .map(({ schema }) => asList(member(schema, 'enum')))
      .filter((values) => values.length > 0);
    const example = usesExamples ? this.#example() : undefined;
    if (first === undefined) return example;
    const shared = first.filter((value) => others.every((values) => values.includes(value)));
    return shared.includes(example) ? example : (shared[0] ?? first[0]);
  }

  #example(): unknown {
    for (const { schema } of this.#parts) {
      const [example] = asList(member(schema, 'examples'));
      if (example !== undefined) return example;
      if (Object.hasOwn(schema, 'example')) return schema['example'];
      if (Object.hasOwn(schema, 'default')) return schema['default'];
    }
    return undefined;
  }

  /** The first type that all allow; when none is named, the one that the other keywords are for. */
  type(): string | undefined {
    const named = this.#parts.flatMap(({ schema }) => {
      const type = member(schema, 'type');
      return type === undefined ? [] : [Array.isArray(type) ? (type as unknown[]) : [type]];
    });
    const [first, ...others] = named;
    if (first) {
      const shared = first.find((type) =>
        others.every((types) => types.some((each) => isCompatible(type, each))),
      );
      const isNarrowed = shared === 'number' && others.some((types) => types.includes('integer'));
      return isNarrowed ? 'integer' : ((shared ?? first[0]) as string);
    }
    return TYPE_BY_KEYWORDS.find(([keywords]) => keywords.some((keyword) => this.#has(keyword)))?.[1];
  }

  /** Whether types are named, and null is among them everywhere. */
  allowsNull(): boolean {
    const named = this.values('type');
    return named.length > 0 && named.every((type) => type === 'null' || asList(type).includes('null'));
  }

  required(): ReadonlySet<string> {
    const names = this.#parts.flatMap(({ schema }) => asList(member(schema, 'required')));
    return new Set(names.filter((name) => typeof name === 'string'));
  }

  propertyNames(): readonly string[] {
    return this.#parts.flatMap(({ schema }) => keysOf(asObject(member(schema, 'properties'))));
  }

  propertyPlaces(name: string): ResolvedSchema[] {
    return this.#parts.flatMap(({ schema, home }) => {
      const named = member(asObject(member(schema, 'properties')), name);
      const other = member(schema, 'additionalProperties');
      const found = named ?? (isSchemaObject(other) ? other : undefined);
      return found === undefined ? [] : [{ value: found, home }];
    });
  }

  /** How many leading elements have a schema of their own. */
  prefixLength(): number {
    return Math.max(0, ...this.#parts.map(({ schema }) => prefixSchemas(schema).length));
  }

  itemPlaces(index: number): ResolvedSchema[] {
    return this.#parts.flatMap(({ schema, home }) => {
      const prefix = prefixSchemas(schema);
      const items = member(schema, 'items');
      const rest = Array.isArray(items) ? member(schema, 'additionalItems') : items;
      const own = index < prefix.length ? prefix[index] : rest;
      const contained = index === 0 ? member(schema, 'contains') : undefined;
      return [own, contained].flatMap((value) => (value === undefined ? [] : [{ value, home }]));
    });
  }

  hasUniqueItems(): boolean {
    return this.values('uniqueItems').includes(true);
  }

  /** The greatest of the numbers that the keyword has in the schemas, with `Math.max`, or the least, with `Math.min`. */
  number(keyword: string, choose: (...values: number[]) => number): number | undefined {
    const found = this.values(keyword).flatMap((value) =>
      typeof value === 'number' || typeof value === 'bigint' ? [Number(value)] : [],
    );
    return found.length === 0 ? undefined : choose(...found);
  }

  values(keyword: string): readonly unknown[] {
    return this.#parts.flatMap(({ schema }) => {
      const value = member(schema, keyword);
      return value === undefined ? [] : [value];
    });
  }

  #has(keyword: string): boolean {
    return this.#parts.some(({ schema }) => Object.hasOwn(schema, keyword));
  }
}

const TYPE_BY_KEYWORDS: readonly (readonly [keywords: readonly string[], type: string])[] = [
  [['properties', 'required', 'additionalProperties', 'minProperties', 'patternProperties'], 'object'],
  [['items', 'prefixItems', 'minItems', 'maxItems', 'contains', 'uniqueItems'], 'array'],
  [['pattern', 'format', 'minLength', 'maxLength'], 'string'],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], 'number'],
];

function isCompatible(a: unknown, b: unknown): boolean {
  return a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
}

function prefixSchemas(schema: SchemaObject): readonly unknown[] {
  const schemas = asList(member(schema, 'prefixItems'));
  return schemas.length > 0 ? schemas : asList(member(schema, 'items'));
}
