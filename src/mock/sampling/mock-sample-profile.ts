/** How a mock server fills a schema: with fixed sample values, within the limits of the schema. */
import {
  SchemaProblem,
  type SchemaRegistry,
  type SchemaResource,
} from '../../evaluation/json-schema/references/registry.js';
import { member, type SchemaObject } from '../../evaluation/json-schema/references/schema-node.js';
import { combineSchemas, type CombinedSchema } from '../../evaluation/json-schema/sample/combined-schema.js';
import { samplePattern } from '../../evaluation/json-schema/sample/sample-pattern.js';
import {
  numberNearOne,
  textOfLength,
  type NumberBound,
} from '../../evaluation/json-schema/sample/sample-scalars.js';
import {
  asList,
  type LocatedSchema,
  type PartOptions,
} from '../../evaluation/json-schema/sample/schema-parts.js';
import type {
  Sample,
  SampleProfile,
  SchemaPath,
} from '../../evaluation/json-schema/sample/schema-sampler.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from './made-up.js';
import { isPlainObject } from '../../primitives/plain-object.js';

export interface SampleAttempt {
  /** The index of the alternative that is taken, modulo the number of alternatives. */
  readonly choice: number;
  /** Whether values that the schema gives as examples are used. */
  readonly usesExamples: boolean;
  /** Whether members that are not required are made. */
  readonly hasOptional: boolean;
}

type Place = LocatedSchema<SchemaResource>;
type Schema = CombinedSchema<SchemaResource>;

const MAX_NODES = 5000;
const MAX_DEPTH = 40;
/** Below this depth only required members are made. */
const MAX_OPTIONAL_DEPTH = 5;
const MAX_ITEMS = 100;
const MAX_PARTS = 200;

export class MockSampleProfile implements SampleProfile<Place, Schema> {
  readonly #attempt: SampleAttempt;
  readonly #partOptions: PartOptions<SchemaResource>;
  #nodes = 0;

  constructor(registry: SchemaRegistry, attempt: SampleAttempt) {
    this.#attempt = attempt;
    this.#partOptions = {
      order: 'breadth-first',
      maxParts: MAX_PARTS,
      referenceKeywords: ['$ref', '$dynamicRef'],
      follow: (reference, { home }) => resolve(reference, home, registry),
      hidesRefSiblings: ({ dialect }) => dialect.hidesRefSiblings,
      alternatives: (schema) => alternatives(schema, attempt.choice),
    };
  }

  combine(places: readonly Place[], depth: number): Schema | undefined {
    this.#nodes++;
    if (depth > MAX_DEPTH || this.#nodes > MAX_NODES) return undefined;
    return combineSchemas(places, this.#partOptions);
  }

  identity(schema: Schema): unknown {
    return schema;
  }

  given(schema: Schema): Sample | undefined {
    return schema.given(this.#attempt.usesExamples);
  }

  type(schema: Schema): string | undefined {
    return schema.type();
  }

  text(schema: Schema): string {
    for (const pattern of schema.values('pattern')) {
      const text = typeof pattern === 'string' ? samplePattern(pattern) : undefined;
      if (text !== undefined) return text;
    }
    for (const format of schema.values('format')) {
      const text = TEXT_BY_FORMAT.get(format);
      if (text !== undefined) return text;
    }
    const lengths = { min: schema.greatest('minLength'), max: schema.least('maxLength') ?? MAX_SAMPLE_SIZE };
    return textOfLength(SAMPLE, lengths, MAX_SAMPLE_SIZE);
  }

  number(schema: Schema, isInteger: boolean): number {
    const low = bound(schema, 'minimum', 'exclusiveMinimum', Math.max);
    const high = bound(schema, 'maximum', 'exclusiveMaximum', Math.min);
    return numberNearOne({ low, high, multipleOf: schema.greatest('multipleOf'), isInteger });
  }

  untyped(): Sample {
    return { value: SAMPLE };
  }

  memberNames(schema: Schema, { length: depth }: SchemaPath): Iterable<string> {
    const hasOptional = this.#attempt.hasOptional && depth < MAX_OPTIONAL_DEPTH;
    const min = Math.min(schema.greatest('minProperties') ?? 0, MAX_ITEMS);
    const names = new Set([...(hasOptional ? schema.propertyNames() : []), ...schema.required()]);
    for (let number = 1; names.size < min; number++) names.add(`${SAMPLE}${number}`);
    return names;
  }

  member(
    schema: Schema,
    name: string,
    sampleInside: (places: readonly Place[]) => Sample | undefined,
  ): Sample | 'impossible' | undefined {
    const places = schema.propertyPlaces(name);
    if (places.length === 0) return { value: SAMPLE };
    return sampleInside(places) ?? (schema.required().has(name) ? 'impossible' : undefined);
  }

  itemCounts(schema: Schema): { min: number; wanted: number } | undefined {
    const min = schema.greatest('minItems') ?? 0;
    const max = schema.least('maxItems') ?? MAX_ITEMS;
    if (min > MAX_ITEMS) return undefined;
    return { min, wanted: Math.min(Math.max(min, schema.prefixLength(), 1), max) };
  }

  itemPlaces(schema: Schema, index: number): readonly Place[] {
    return schema.itemPlaces(index);
  }

  item(schema: Schema, value: unknown, index: number): unknown {
    return schema.hasUniqueItems() ? varied(value, index) : value;
  }
}

function resolve(reference: string, home: SchemaResource, registry: SchemaRegistry): Place | undefined {
  try {
    const target = registry.resolve(reference, home);
    return { value: target.schema, home: target.resource };
  } catch (error) {
    if (error instanceof SchemaProblem) return undefined;
    throw error;
  }
}

function alternatives(schema: SchemaObject, choice: number): readonly unknown[] {
  const chosen: unknown[] = [];
  for (const keyword of ['anyOf', 'oneOf']) {
    const schemas = asList(member(schema, keyword));
    if (schemas.length > 0) chosen.push(schemas[choice % schemas.length]);
  }
  const branch = member(schema, choice % 2 === 0 ? 'then' : 'else');
  if (member(schema, 'if') !== undefined && branch !== undefined) chosen.push(branch);
  return chosen;
}

/** In draft 4 the second keyword is a boolean that belongs to the first. */
function bound(
  schema: Schema,
  closed: string,
  open: string,
  narrower: (...values: number[]) => number,
): NumberBound | undefined {
  const pick = narrower === Math.max ? schema.greatest.bind(schema) : schema.least.bind(schema);
  const inclusive = pick(closed);
  const exclusive = pick(open);
  if (inclusive === undefined)
    return exclusive === undefined ? undefined : { value: exclusive, isOpen: true };
  if (exclusive === undefined) return { value: inclusive, isOpen: schema.values(open).includes(true) };
  const value = narrower(inclusive, exclusive);
  return { value, isOpen: value === exclusive };
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
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, varied(inner, index)]));
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
