/** How a mock server fills a schema: with fixed sample values, within the limits of the schema. */
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
import { CombinedSchema } from '../../evaluation/json-schema/sample/combined-schema.js';
import { samplePattern } from '../../evaluation/json-schema/sample/sample-pattern.js';
import { numberNearOne, textOfLength } from '../../evaluation/json-schema/sample/sample-scalars.js';
import { visitParts, type SchemaPart } from '../../evaluation/json-schema/sample/schema-parts.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { SchemaSampler } from '../../evaluation/json-schema/sample/schema-sampler.js';
import { discriminatorSchema, hasAlternatives } from './discriminator-schema.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from './made-up.js';
import { isPlainObject } from '../../primitives/plain-object.js';

export interface SampleAttempt {
  /** The index of the alternative that is taken, modulo the number of alternatives. */
  readonly choice: number;
  /** Whether values that the schema gives as examples are used. */
  readonly usesExamples: boolean;
  /** Whether members that are not required are made. */
  readonly hasOptional: boolean;
  /** Members with this mark are not made. */
  readonly leavesOut?: 'readOnly' | 'writeOnly';
}

const MAX_NODES = 5000;
const MAX_DEPTH = 40;
/** Below this depth only required members are made. */
const MAX_OPTIONAL_DEPTH = 5;
const MAX_ITEMS = 100;
const MAX_PARTS = 200;

export class MockSampler extends SchemaSampler<SchemaResource, CombinedSchema> {
  readonly #registry: SchemaRegistry;
  readonly #attempt: SampleAttempt;
  #nodes = 0;

  constructor(registry: SchemaRegistry, attempt: SampleAttempt) {
    super();
    this.#registry = registry;
    this.#attempt = attempt;
  }

  /** Null ends what would otherwise contain itself without end. */
  override sample(places: readonly ResolvedSchema[], path: readonly CombinedSchema[] = []): unknown {
    this.#nodes++;
    const isMarked = places.length > 0 && places.every(isMarkedNullable);
    const schema = this.combine(places, path.length);
    const canBeNull = isMarked || schema?.allowsNull() === true;
    if (schema === undefined || (canBeNull && path.length >= MAX_OPTIONAL_DEPTH)) {
      return canBeNull ? null : undefined;
    }
    const value = this.sampleCombined(schema, path);
    return value === undefined && canBeNull ? null : value;
  }

  combine(places: readonly ResolvedSchema[], depth: number): CombinedSchema | undefined {
    if (depth > MAX_DEPTH || this.#nodes > MAX_NODES || places.some(isImpossible)) return undefined;
    const parts: SchemaPart<SchemaResource>[] = [];
    const discriminators: SchemaPart<SchemaResource>[] = [];
    let visited = 0;
    /** The first is the schema that the value is meant to be of. */
    let name: unknown;
    const isPossible = visitParts(places, 'breadth-first', (part) => {
      const { schema, home } = part;
      const reference = member(schema, '$ref') ?? member(schema, '$dynamicRef');
      const isReference = typeof reference === 'string';
      if (!isReference || !home.dialect.hidesRefSiblings) parts.push(part);
      const chosen = alternatives(schema, this.#attempt.choice);
      name ??= reference;
      const names = hasAlternatives(schema) ? chosen.map(referenceOf) : [name];
      for (const each of names) {
        const described = discriminatorSchema(schema, each);
        if (described) discriminators.push({ schema: described, home, isSole: false });
      }
      const inner = [...asList(member(schema, 'allOf')), ...chosen];
      const below = inner.map((value) => ({ value, home }));
      if (isReference) below.unshift(resolve(reference, home, this.#registry));
      return ++visited > MAX_PARTS || below.some(isImpossible) ? undefined : below;
    });
    // Examples of a member that several schemas share may belong to another one.
    return isPossible ? new CombinedSchema([...discriminators, ...parts]) : undefined;
  }

  protected given(schema: CombinedSchema): unknown {
    const value = schema.given(this.#attempt.usesExamples);
    if (this.#attempt.leavesOut === undefined || !isPlainObject(value)) return value;
    const kept = entriesOf(value).filter(([name]) => !this.#isLeftOut(schema.propertyPlaces(name)));
    return kept.length === Object.keys(value).length ? value : objectFrom(kept);
  }

  /** Whether the schema is one of those around it: what may be left out is, or it would never end. */
  #isWithin(places: readonly ResolvedSchema[], path: readonly CombinedSchema[]): boolean {
    if (places.length === 0) return false;
    const schema = this.combine(places, 0);
    return schema !== undefined && path.some((outer) => outer.isSameAs(schema));
  }

  #isLeftOut(places: readonly ResolvedSchema[]): boolean {
    const { leavesOut } = this.#attempt;
    if (leavesOut === undefined || places.length === 0) return false;
    return this.combine(places, 0)?.values(leavesOut).includes(true) === true;
  }

  protected type(schema: CombinedSchema): string | undefined {
    return schema.type();
  }

  protected text(schema: CombinedSchema): string {
    for (const pattern of schema.values('pattern')) {
      const text = typeof pattern === 'string' ? samplePattern(pattern) : undefined;
      if (text !== undefined) return text;
    }
    for (const format of schema.values('format')) {
      const text = TEXT_BY_FORMAT.get(format);
      if (text !== undefined) return text;
    }
    const lengths = {
      min: schema.number('minLength', Math.max),
      max: schema.number('maxLength', Math.min) ?? MAX_SAMPLE_SIZE,
    };
    return textOfLength(SAMPLE, lengths, MAX_SAMPLE_SIZE);
  }

  protected number(schema: CombinedSchema, isInteger: boolean): number {
    return numberNearOne(schema, isInteger);
  }

  protected untyped(): unknown {
    return SAMPLE;
  }

  protected object(schema: CombinedSchema, path: readonly CombinedSchema[]): unknown {
    const required = schema.required();
    const hasOptional = this.#attempt.hasOptional && path.length < MAX_OPTIONAL_DEPTH;
    const min = Math.min(schema.number('minProperties', Math.max) ?? 0, MAX_ITEMS);
    const names = new Set([...(hasOptional ? schema.propertyNames() : []), ...required]);
    for (let number = 1; names.size < min; number++) names.add(`${SAMPLE}${number}`);
    const members: [string, unknown][] = [];
    for (const name of names) {
      const places = schema.propertyPlaces(name);
      if (this.#isLeftOut(places) || (!required.has(name) && this.#isWithin(places, [...path, schema])))
        continue;
      const value = places.length === 0 ? SAMPLE : this.sample(places, [...path, schema]);
      if (value !== undefined) members.push([name, value]);
      else if (required.has(name)) return undefined;
    }
    return objectFrom(members);
  }

  protected array(schema: CombinedSchema, path: readonly CombinedSchema[]): unknown {
    const min = schema.number('minItems', Math.max) ?? 0;
    const max = schema.number('maxItems', Math.min) ?? MAX_ITEMS;
    if (min > MAX_ITEMS) return undefined;
    const inner = [...path, schema];
    const isRepeated = min === 0 && this.#isWithin(schema.itemPlaces(0), inner);
    const wanted = isRepeated ? 0 : Math.min(Math.max(min, schema.prefixLength(), 1), max);
    const items: unknown[] = [];
    for (let index = 0; index < wanted; index++) {
      const item = this.sample(schema.itemPlaces(index), inner);
      if (item !== undefined) items.push(schema.hasUniqueItems() ? varied(item, index) : item);
      else if (index < min) return undefined;
      else break;
    }
    return items;
  }
}

function isMarkedNullable({ value, home }: ResolvedSchema): boolean {
  return isSchemaObject(value) && isNullable(value, home.dialect);
}

/** Whether nothing can satisfy the schema. */
function isImpossible({ value }: ResolvedSchema): boolean {
  return value === false;
}

/** Nothing satisfies a reference that leads nowhere. */
function resolve(reference: string, home: SchemaResource, registry: SchemaRegistry): ResolvedSchema {
  try {
    return registry.resolve(reference, home);
  } catch (error) {
    if (error instanceof SchemaProblem) return { value: false, home };
    throw error;
  }
}

function alternatives(schema: SchemaObject, choice: number): readonly unknown[] {
  const chosen: unknown[] = [];
  for (const keyword of ['anyOf', 'oneOf']) {
    const schemas = asList(member(schema, keyword));
    // A value tells more than null.
    const [nulls, others] = [schemas.filter(isNull), schemas.filter((each) => !isNull(each))];
    const ordered = [...others, ...nulls];
    if (ordered.length > 0) chosen.push(ordered[choice % ordered.length]);
  }
  const branch = member(schema, choice % 2 === 0 ? 'then' : 'else');
  if (member(schema, 'if') !== undefined && branch !== undefined) chosen.push(branch);
  return chosen;
}

function referenceOf(schema: unknown): unknown {
  return member(asObject(schema), '$ref');
}

function isNull(schema: unknown): boolean {
  return isSchemaObject(schema) && member(schema, 'type') === 'null';
}

/**
 * Another value of the same kind for each index. Texts with a format or pattern may become invalid, which the
 * validation finds.
 */
function varied(value: unknown, index: number): unknown {
  if (index === 0) return value;
  if (typeof value === 'number') return value + index;
  if (typeof value === 'string') return value + index;
  if (typeof value === 'boolean') return index % 2 === 0;
  if (!isPlainObject(value)) return value;
  return objectFrom(entriesOf(value).map(([key, inner]) => [key, varied(inner, index)] as const));
}

const TEXT_BY_FORMAT: ReadonlyMap<unknown, string> = new Map([
  ['date-time', '2031-04-07T09:15:02.087Z'],
  ['date', '2031-04-07'],
  ['time', '09:15:02Z'],
  ['duration', 'PT15M'],
  ['email', 'sample@example.test'],
  ['idn-email', 'sample@example.test'],
  ['hostname', 'example.test'],
  ['idn-hostname', 'example.test'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.test/sample'],
  ['iri', 'https://example.test/sample'],
  ['uri-reference', '/sample'],
  ['iri-reference', '/sample'],
  ['uri-template', '/sample/{id}'],
  ['json-pointer', '/sample'],
  ['relative-json-pointer', '0/sample'],
  ['regex', 'sample'],
  ['uuid', '3f8a1c52-7d4e-4b6a-9c1f-2e5d8b7a6c30'],
  ['byte', 'c2FtcGxl'],
]);
