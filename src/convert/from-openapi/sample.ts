/** A value for a schema of an API description: the example that the document gives, else one by type. */
import { mapping, type Mapping } from '../../documents/plain-data.js';
import type { Located, SourceDocument } from '../../documents/references.js';
import { discriminatorValue } from '../../evaluation/json-schema/sample/discriminator-value.js';
import { SchemaSampler } from '../../evaluation/json-schema/sample/schema-sampler.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { flattenSchema, type FlatSchema, type FollowStep } from './flat-schema.js';
import { fittingScalar } from './fitting-value.js';
import { sampleText } from './sample-text.js';
import { NumberText, type Template } from './sample-value.js';

/** In a full sample, a schema that contains itself is repeated this many levels deep. */
const MAX_CIRCULAR_DEPTH = 5;
const MAX_DEPTH = 32;
/** Objects that are nested deeper have only the properties that they need. */
const MAX_OPTIONAL_DEPTH = 2;
const MAX_ITEMS = 20;
const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

/** Schemas that were flattened before, for all operations of a document. A weak map would be slower to fill. */
export type KnownSchemas = Map<Mapping, FlatSchema>;

export interface SampleSize {
  /** After so many values only required members are written, and after twice as many nothing more. */
  readonly maxValues: number;
  /** Whether optional properties are written at every depth. */
  readonly full: boolean;
}

export class ImportSampler extends SchemaSampler<SourceDocument, FlatSchema> {
  readonly #maxValues: number;
  readonly #full: boolean;
  #valuesLeft: number;
  readonly #step: FollowStep;
  readonly #schemas: KnownSchemas;
  /** Whether more was described than was written. */
  isCut = false;

  constructor({ maxValues, full }: SampleSize, step: FollowStep, schemas: KnownSchemas) {
    super();
    this.#maxValues = maxValues;
    this.#full = full;
    this.#valuesLeft = maxValues;
    this.#step = step;
    this.#schemas = schemas;
  }

  combine(places: readonly Located[]): FlatSchema {
    const [only] = places;
    const key = places.length === 1 ? mapping(only?.value) : undefined;
    if (key === undefined) return flattenSchema(places, this.#step);
    let flat = this.#schemas.get(key);
    if (flat === undefined) {
      flat = flattenSchema(places, this.#step);
      this.#schemas.set(key, flat);
    }
    return flat;
  }

  override sampleCombined(flat: FlatSchema, path: readonly FlatSchema[] = []): unknown {
    const { given } = flat;
    if (given === undefined) return super.sampleCombined(flat, path);
    this.#valuesLeft--;
    return this.#fitting(given.value, flat, path);
  }

  protected given(): unknown {
    this.#valuesLeft--;
    return undefined;
  }

  /** A value of the document, corrected where it breaks its own schema. */
  #fitting(value: unknown, flat: FlatSchema, path: readonly FlatSchema[]): unknown {
    if (path.length >= MAX_DEPTH) return value;
    const inner = [...path, flat];
    // A plain value is no example of an object.
    if (flat.type === 'object' && value !== null && typeof value !== 'object') return this.object(flat, path);
    if (Array.isArray(value)) {
      if (SCALARS.has(flat.type ?? '') && value.length > 0) return fittingScalar(value[0], flat);
      const items = flat.items === undefined ? undefined : this.combine([flat.items]);
      return items === undefined ? value : value.map((item: unknown) => this.#fitting(item, items, inner));
    }
    const members = mapping(value);
    if (members === undefined) return fittingScalar(value, flat);
    const fitted = entriesOf(members).map(([name, member]): [string, unknown] => {
      const places = flat.properties.get(name);
      return [name, places === undefined ? member : this.#fitting(member, this.combine(places), inner)];
    });
    for (const name of flat.required) {
      const places = Object.hasOwn(members, name) ? undefined : flat.properties.get(name);
      const property = places && this.combine(places);
      if (property === undefined || property.keywords.get('readOnly') === true) continue;
      if (!inner.some(({ identity }) => identity === property.identity))
        fitted.push([name, orEmpty(this.sampleCombined(property, inner))]);
    }
    return objectFrom(fitted);
  }

  protected type({ type: written, properties, givenMembers }: FlatSchema): string | undefined {
    const type = properties.size > 0 ? 'object' : written;
    if (givenMembers.size > 0 && type !== 'object' && type !== 'array') return undefined;
    return type === 'file' ? 'string' : type;
  }

  protected text({ keywords }: FlatSchema): string | Template {
    return sampleText(keywords);
  }

  protected number(flat: FlatSchema, isInteger: boolean): unknown {
    return lowest(flat, isInteger) ?? (isInteger ? 1 : new NumberText('1.0'));
  }

  protected untyped(flat: FlatSchema): unknown {
    if (flat.givenMembers.size > 0) return objectFrom([...flat.givenMembers]);
    const isText = ['format', 'pattern', 'minLength', 'maxLength'].some((keyword) =>
      flat.keywords.has(keyword),
    );
    return isText ? this.text(flat) : undefined;
  }

  protected object(flat: FlatSchema, path: readonly FlatSchema[]): unknown {
    if (this.#stops(flat, path)) return {};
    const discriminator = mapping(flat.keywords.get('discriminator'));
    const inner = [...path, flat];
    const members: [string, unknown][] = [];
    for (const name of this.#memberNames(flat, inner, discriminator?.['propertyName'])) {
      if (this.#valuesLeft <= 0 && (!flat.required.has(name) || this.#valuesLeft <= -this.#maxValues)) {
        this.isCut = true;
        continue;
      }
      const property = this.combine(flat.properties.get(name) ?? []);
      if (property.keywords.get('readOnly') === true) continue;
      if (flat.givenMembers.has(name))
        members.push([name, this.#fitting(flat.givenMembers.get(name), property, inner)]);
      else if (discriminator?.['propertyName'] === name && property.given === undefined && flat.name !== '')
        members.push([name, discriminatorValue(flat.name, discriminator['mapping'])]);
      else if (this.#full || flat.required.has(name) || !isWithin(property, inner))
        members.push([name, orEmpty(this.sampleCombined(property, inner))]);
    }
    return objectFrom(members);
  }

  /** In the order of the document. */
  #memberNames(flat: FlatSchema, path: readonly FlatSchema[], discriminator: unknown): Iterable<string> {
    const { properties, givenMembers, required, keywords } = flat;
    const all = new Set([...properties.keys(), ...givenMembers.keys()]);
    for (const name of required) all.add(name);
    const depth = path.filter((each) => this.type(each) === 'object').length;
    if (this.#full || depth <= MAX_OPTIONAL_DEPTH) return all;
    const needed = [...all].filter((name) => required.has(name) || name === discriminator);
    const least = asNumber(keywords.get('minProperties')) ?? 0;
    return needed.length >= least ? needed : [...all].slice(0, Math.max(least, needed.length));
  }

  protected array(flat: FlatSchema, path: readonly FlatSchema[]): unknown {
    const { items, keywords } = flat;
    if (items === undefined || keywords.get('maxItems') === 0) return [];
    if (this.#stops(flat, path)) return [];
    const inner = [...path, flat];
    const schema = this.combine([items]);
    if (!this.#full && isWithin(schema, path)) return [];
    const item = this.sampleCombined(schema, inner);
    if (item === undefined) return [];
    const count = Math.min(Math.max(1, asNumber(keywords.get('minItems')) ?? 1), MAX_ITEMS);
    // Equal items are wrong where they must differ, and only values that the schema lists are sure to.
    const different = keywords.get('uniqueItems') === true ? (schema.allowed ?? [item]) : undefined;
    return different?.slice(0, count) ?? Array.from({ length: count }, () => item);
  }

  #stops(flat: FlatSchema, path: readonly FlatSchema[]): boolean {
    if (path.length >= MAX_DEPTH) {
      this.isCut = true;
      return true;
    }
    const isCrowded = !this.#full || this.#valuesLeft < this.#maxValues / 2;
    return (isCrowded || path.length >= MAX_CIRCULAR_DEPTH) && isWithin(flat, path);
  }
}

/** Where the schema says nothing, an object is as good as anything. */
function orEmpty(value: unknown): unknown {
  return value === undefined ? {} : value;
}

/** Whether the schema is one of those around it. */
function isWithin({ identity }: FlatSchema, path: readonly FlatSchema[]): boolean {
  return identity !== undefined && path.some((each) => each.identity === identity);
}

/** The smallest number that is allowed; undefined when the schema does not tell, and 1 is allowed. */
function lowest({ keywords }: FlatSchema, isInteger: boolean): unknown {
  const minimum = keywords.get('minimum');
  const exclusive = keywords.get('exclusiveMinimum');
  const maximum = keywords.get('maximum');
  if (typeof minimum === 'bigint') return minimum;
  const step = keywords.get('multipleOf');
  if (typeof step === 'number' && step > 0) {
    const from = typeof minimum === 'number' ? minimum : Math.min(1, asNumber(maximum) ?? 1);
    const multiple = Math.ceil(from / step) * step;
    return Number.isSafeInteger(multiple) || !isInteger ? multiple : minimum;
  }
  if (typeof exclusive === 'number') return isInteger ? Math.floor(exclusive) + 1 : exclusive + 1;
  if (typeof minimum === 'number') {
    const first = isInteger ? Math.ceil(minimum) : minimum;
    return exclusive === true ? first + 1 : first;
  }
  const below = keywords.get('exclusiveMaximum');
  if (typeof below === 'number' && below <= 1) return isInteger ? Math.ceil(below) - 1 : below - 1;
  if (typeof maximum !== 'number' || maximum > 1 || (maximum === 1 && below !== true)) return undefined;
  const last = isInteger ? Math.floor(maximum) : maximum;
  return below === true ? last - 1 : last;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
