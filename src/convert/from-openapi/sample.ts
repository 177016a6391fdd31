/** A value for a schema of an API description: the example that the document gives, else one by type. */
import { mapping, member, type Mapping } from '../../documents/plain-data.js';
import type { Located, SourceDocument } from '../../documents/references.js';
import { textOfLength } from '../../evaluation/json-schema/sample/sample-scalars.js';
import { SchemaSampler } from '../../evaluation/json-schema/sample/schema-sampler.js';
import { objectFrom } from '../../primitives/json/key-order.js';
import { flattenSchema, type FlatSchema, type FollowStep } from './flat-schema.js';
import { NumberText, Template } from './sample-value.js';

/** A schema that contains itself is repeated this many levels deep. */
const MAX_CIRCULAR_DEPTH = 5;
const MAX_DEPTH = 32;

/** Schemas that were flattened before, for all operations of a document. A weak map would be slower to fill. */
export type KnownSchemas = Map<Mapping, FlatSchema>;

export class ImportSampler extends SchemaSampler<SourceDocument, FlatSchema> {
  readonly #maxValues: number;
  #valuesLeft: number;
  readonly #step: FollowStep;
  readonly #schemas: KnownSchemas;
  /** Whether more was described than was written. */
  isCut = false;

  /** After `maxValues` only required members are written, and after twice as many nothing more. */
  constructor(maxValues: number, step: FollowStep, schemas: KnownSchemas) {
    super();
    this.#maxValues = maxValues;
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

  protected given(flat: FlatSchema): unknown {
    this.#valuesLeft--;
    return flat.given?.value;
  }

  protected type({ type: written, properties, givenMembers }: FlatSchema): string | undefined {
    const type = properties.size > 0 ? 'object' : written;
    if (givenMembers.size > 0 && type !== 'object' && type !== 'array') return undefined;
    return type === 'file' ? 'string' : type;
  }

  protected text({ keywords }: FlatSchema): string | Template {
    const format = keywords.get('format');
    const fixed = typeof format === 'string' ? member(TEXT_BY_FORMAT, format) : undefined;
    if (typeof fixed === 'string' || fixed instanceof Template) return fixed;
    const lengths = { min: asNumber(keywords.get('minLength')), max: asNumber(keywords.get('maxLength')) };
    return textOfLength('example', lengths, MAX_TEXT_LENGTH);
  }

  protected number(flat: FlatSchema, isInteger: boolean): unknown {
    return lowest(flat, isInteger) ?? (isInteger ? 1 : new NumberText('1.0'));
  }

  protected untyped(flat: FlatSchema): unknown {
    if (flat.givenMembers.size > 0) return objectFrom([...flat.givenMembers]);
    const isText = ['format', 'minLength', 'maxLength'].some((keyword) => flat.keywords.has(keyword));
    return isText ? this.text(flat) : undefined;
  }

  protected object(flat: FlatSchema, path: readonly FlatSchema[]): unknown {
    if (this.#stops(flat, path)) return {};
    const names = memberNames(flat);
    const discriminator = mapping(flat.keywords.get('discriminator'));
    const inner = [...path, flat];
    const members: [string, unknown][] = [];
    for (const name of names) {
      if (this.#valuesLeft <= 0 && (!flat.required.has(name) || this.#valuesLeft <= -this.#maxValues)) {
        this.isCut = true;
        continue;
      }
      const property = this.combine(flat.properties.get(name) ?? []);
      if (property.keywords.get('readOnly') === true) continue;
      if (flat.givenMembers.has(name)) members.push([name, flat.givenMembers.get(name)]);
      else if (discriminator?.['propertyName'] === name && property.given === undefined && flat.name !== '')
        members.push([name, discriminatorValue(flat.name, discriminator['mapping'])]);
      else members.push([name, this.sampleCombined(property, inner) ?? {}]);
    }
    return objectFrom(members);
  }

  protected array(flat: FlatSchema, path: readonly FlatSchema[]): unknown {
    if (flat.items === undefined || flat.keywords.get('maxItems') === 0) return [];
    if (this.#stops(flat, path)) return [];
    const item = this.sample([flat.items], [...path, flat]);
    return item === undefined ? [] : [item];
  }

  #stops(flat: FlatSchema, path: readonly FlatSchema[]): boolean {
    if (path.length >= MAX_DEPTH) {
      this.isCut = true;
      return true;
    }
    const isCrowded = this.#valuesLeft < this.#maxValues / 2;
    return (
      (isCrowded || path.length >= MAX_CIRCULAR_DEPTH) &&
      path.some(({ identity }) => identity === flat.identity)
    );
  }
}

function memberNames({ properties, givenMembers }: FlatSchema): string[] {
  const names = [...properties.keys()];
  for (const name of givenMembers.keys()) if (!properties.has(name)) names.push(name);
  return names.sort();
}

/** The key of the discriminator's mapping for the schema, else the name of the schema. */
function discriminatorValue(name: string, targets: unknown): string {
  const found = Object.entries(mapping(targets) ?? {}).find(
    ([, target]) => typeof target === 'string' && (target === name || target.endsWith(`/${name}`)),
  );
  return found?.[0] ?? name;
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
  return typeof maximum === 'number' && maximum < 1 ? (isInteger ? Math.floor(maximum) : maximum) : undefined;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

const TEXT_BY_FORMAT: Readonly<Record<string, string | Template>> = {
  date: '2030-01-15',
  'date-time': '2030-01-15T09:30:00Z',
  email: 'user@example.com',
  uuid: new Template('{{$uuid()}}'),
  uri: 'https://example.com',
};

const MAX_TEXT_LENGTH = 10_000;
