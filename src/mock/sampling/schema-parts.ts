/** What several schemas that hold at once say together: references followed, alternatives chosen. */
import { SchemaProblem, type Registry, type Target } from '../../evaluation/json-schema/registry.js';
import { isSchemaObject, member, type SchemaObject } from '../../evaluation/json-schema/schema-node.js';

interface Part {
  readonly schema: SchemaObject;
  readonly target: Target;
}

const MOST_PARTS = 200;

/** Undefined when nothing can satisfy them. `choice`: which alternative is taken, of those there are. */
export function schemaParts(
  targets: readonly Target[],
  registry: Registry,
  choice: number,
): SchemaParts | undefined {
  const parts: Part[] = [];
  const seen = new Set<unknown>();
  const waiting = [...targets];
  for (let target = waiting.shift(); target; target = waiting.shift()) {
    const { schema, resource } = target;
    if (schema === false) return undefined;
    if (!isSchemaObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (seen.size > MOST_PARTS) return undefined;
    parts.push({ schema, target });
    const inside = (value: unknown): Target => ({ schema: value, resource });
    const reference = member(schema, '$ref') ?? member(schema, '$dynamicRef');
    if (typeof reference === 'string') {
      const found = followed(reference, target, registry);
      if (found === undefined) return undefined;
      waiting.push(found);
      if (resource.dialect.refAlone) parts.pop();
    }
    waiting.push(...listAt(schema, 'allOf').map(inside));
    for (const keyword of ['anyOf', 'oneOf']) {
      const alternatives = listAt(schema, keyword);
      if (alternatives.length > 0) waiting.push(inside(alternatives[choice % alternatives.length]));
    }
    const then = member(schema, choice % 2 === 0 ? 'then' : 'else');
    if (member(schema, 'if') !== undefined && then !== undefined) waiting.push(inside(then));
  }
  return new SchemaParts(parts);
}

function followed(reference: string, { resource }: Target, registry: Registry): Target | undefined {
  try {
    return registry.resolve(reference, resource);
  } catch (error) {
    if (error instanceof SchemaProblem) return undefined;
    throw error;
  }
}

export class SchemaParts {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** A value that the schema itself names. */
  given(examples: boolean): { readonly value: unknown } | undefined {
    for (const { schema } of this.#parts) {
      if (Object.hasOwn(schema, 'const')) return { value: schema['const'] };
    }
    const [first, ...others] = this.#parts
      .map(({ schema }) => listAt(schema, 'enum'))
      .filter((values) => values.length > 0);
    const shared = first?.find((value) => others.every((values) => values.includes(value)));
    if (first) return { value: shared ?? first[0] };
    if (!examples) return undefined;
    for (const { schema } of this.#parts) {
      const [example] = listAt(schema, 'examples');
      if (example !== undefined) return { value: example };
      if (Object.hasOwn(schema, 'example')) return { value: schema['example'] };
      if (Object.hasOwn(schema, 'default')) return { value: schema['default'] };
    }
    return undefined;
  }

  /** The first that all allow; when none is named, the one that other keywords speak of. */
  type(): string | undefined {
    const named = this.#parts.flatMap(({ schema }) => {
      const type = member(schema, 'type');
      return type === undefined ? [] : [Array.isArray(type) ? (type as unknown[]) : [type]];
    });
    const [first, ...others] = named;
    if (first) {
      const shared = first.find((type) => others.every((types) => types.some((each) => isSame(type, each))));
      const isNarrowed = shared === 'number' && others.some((types) => types.includes('integer'));
      return isNarrowed ? 'integer' : ((shared ?? first[0]) as string);
    }
    return KEYWORDS_OF.find(([keywords]) => keywords.some((keyword) => this.#has(keyword)))?.[1];
  }

  required(): ReadonlySet<string> {
    const names = this.#parts.flatMap(({ schema }) => listAt(schema, 'required'));
    return new Set(names.filter((name) => typeof name === 'string'));
  }

  propertyNames(): readonly string[] {
    return this.#parts.flatMap(({ schema }) => Object.keys(mapAt(schema, 'properties')));
  }

  propertySchemas(name: string): Target[] {
    return this.#parts.flatMap(({ schema, target: { resource } }) => {
      const named = member(mapAt(schema, 'properties'), name);
      const other = member(schema, 'additionalProperties');
      const found = named ?? (isSchemaObject(other) ? other : undefined);
      return found === undefined ? [] : [{ schema: found, resource }];
    });
  }

  /** How many places have a schema of their own. */
  firstItemCount(): number {
    return Math.max(0, ...this.#parts.map(({ schema }) => placesIn(schema).length));
  }

  itemSchemas(index: number): Target[] {
    return this.#parts.flatMap(({ schema, target: { resource } }) => {
      const places = placesIn(schema);
      const items = member(schema, 'items');
      const rest = Array.isArray(items) ? member(schema, 'additionalItems') : items;
      const own = index < places.length ? places[index] : rest;
      const contained = index === 0 ? member(schema, 'contains') : undefined;
      return [own, contained].flatMap((each) => (each === undefined ? [] : [{ schema: each, resource }]));
    });
  }

  hasUniqueItems(): boolean {
    return this.values('uniqueItems').includes(true);
  }

  /** The greatest of the numbers with that keyword. */
  most(keyword: string): number | undefined {
    const found = this.#numbers(keyword);
    return found.length === 0 ? undefined : Math.max(...found);
  }

  least(keyword: string): number | undefined {
    const found = this.#numbers(keyword);
    return found.length === 0 ? undefined : Math.min(...found);
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

  #numbers(keyword: string): number[] {
    return this.values(keyword).flatMap((value) =>
      typeof value === 'number' || typeof value === 'bigint' ? [Number(value)] : [],
    );
  }
}

const KEYWORDS_OF: readonly (readonly [keywords: readonly string[], type: string])[] = [
  [['properties', 'required', 'additionalProperties', 'minProperties', 'patternProperties'], 'object'],
  [['items', 'prefixItems', 'minItems', 'maxItems', 'contains', 'uniqueItems'], 'array'],
  [['pattern', 'format', 'minLength', 'maxLength'], 'string'],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], 'number'],
];

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
}

function placesIn(schema: SchemaObject): readonly unknown[] {
  const places = listAt(schema, 'prefixItems');
  return places.length > 0 ? places : listAt(schema, 'items');
}

function listAt(schema: SchemaObject, keyword: string): readonly unknown[] {
  const value = member(schema, keyword);
  return Array.isArray(value) ? value : [];
}

function mapAt(schema: SchemaObject, keyword: string): SchemaObject {
  const value = member(schema, keyword);
  return isSchemaObject(value) ? value : {};
}
