/** A value for a schema: what the document gives as an example, else one by type (cli.md 10.2). */
import { mapping, member, type Mapping } from '../../documents/plain-data.js';
import type { Located } from '../../documents/references.js';
import { flattenSchema, type FlatSchema, type FollowStep } from './flat-schema.js';
import { NumberText, Template } from './sample-value.js';

/** Circular schemas stop here. */
const DEEPEST_CIRCLE = 5;
const DEEPEST = 32;

/** Schemas that were laid together before, for all operations of a document. */
export type KnownSchemas = WeakMap<Mapping, FlatSchema>;

export class Sampler {
  #left: number;
  readonly #most: number;
  readonly #step: FollowStep;
  /** More was described than was written. */
  cut = false;

  readonly #known: KnownSchemas;

  /** `most` values are made at most; then only what is required, and soon nothing. */
  constructor(most: number, step: FollowStep, known: KnownSchemas) {
    this.#most = most;
    this.#left = most;
    this.#step = step;
    this.#known = known;
  }

  flatten(schemas: readonly Located[]): FlatSchema {
    const [only] = schemas;
    const key = schemas.length === 1 ? mapping(only?.value) : undefined;
    if (key === undefined) return flattenSchema(schemas, this.#step);
    const known = this.#known.get(key) ?? flattenSchema(schemas, this.#step);
    this.#known.set(key, known);
    return known;
  }

  /** Undefined when the schema says nothing. */
  sample(schemas: readonly Located[]): unknown {
    return this.sampleFlat(this.flatten(schemas));
  }

  sampleFlat(flat: FlatSchema): unknown {
    return this.#value(flat, []);
  }

  #value(flat: FlatSchema, trail: readonly unknown[]): unknown {
    this.#left--;
    if (flat.given !== undefined) return flat.given.value;
    const type = flat.keywords.get('type');
    if (type === 'object' || flat.properties.size > 0) return this.#object(flat, trail);
    if (type === 'array') return this.#array(flat, trail);
    if (flat.givenMembers.size > 0) return Object.fromEntries(flat.givenMembers);
    return scalar(flat, type);
  }

  #object(flat: FlatSchema, trail: readonly unknown[]): unknown {
    if (this.#stops(flat, trail)) return {};
    const discriminator = mapping(flat.keywords.get('discriminator'));
    const names = [...new Set([...flat.properties.keys(), ...flat.givenMembers.keys()])].toSorted();
    const members: [string, unknown][] = [];
    for (const name of names) {
      if (this.#left <= 0 && (!flat.required.has(name) || this.#left <= -this.#most)) {
        this.cut = true;
        continue;
      }
      const property = this.flatten(flat.properties.get(name) ?? []);
      if (property.keywords.get('readOnly') === true) continue;
      if (flat.givenMembers.has(name)) members.push([name, flat.givenMembers.get(name)]);
      else if (discriminator?.['propertyName'] === name && property.given === undefined && flat.name !== '')
        members.push([name, discriminatorValue(flat.name, discriminator['mapping'])]);
      else members.push([name, this.#value(property, [...trail, flat.identity]) ?? {}]);
    }
    return Object.fromEntries(members);
  }

  #array(flat: FlatSchema, trail: readonly unknown[]): unknown {
    if (flat.items === undefined || flat.keywords.get('maxItems') === 0) return [];
    if (this.#stops(flat, trail)) return [];
    const item = this.#value(this.flatten([flat.items]), [...trail, flat.identity]);
    return item === undefined ? [] : [item];
  }

  #stops(flat: FlatSchema, trail: readonly unknown[]): boolean {
    if (trail.length >= DEEPEST) {
      this.cut = true;
      return true;
    }
    const crowded = this.#left < this.#most / 2;
    return (crowded || trail.length >= DEEPEST_CIRCLE) && trail.includes(flat.identity);
  }
}

/** The mapping's word for the schema, else its name. */
function discriminatorValue(name: string, words: unknown): string {
  const found = Object.entries(mapping(words) ?? {}).find(
    ([, target]) => typeof target === 'string' && (target === name || target.endsWith(`/${name}`)),
  );
  return found?.[0] ?? name;
}

function scalar(flat: FlatSchema, type: unknown): unknown {
  const { keywords } = flat;
  switch (type) {
    case 'integer':
      return lowest(flat, true) ?? 1;
    case 'number':
      return lowest(flat, false) ?? new NumberText('1.0');
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
    case 'file':
      return textByFormat(flat);
    default:
      return keywords.has('format') || keywords.has('minLength') || keywords.has('maxLength')
        ? textByFormat(flat)
        : undefined;
  }
}

/** The smallest number allowed; 1 when that is none or unknown, and allowed. */
function lowest({ keywords }: FlatSchema, whole: boolean): unknown {
  const minimum = keywords.get('minimum');
  const exclusive = keywords.get('exclusiveMinimum');
  const maximum = keywords.get('maximum');
  if (typeof minimum === 'bigint') return minimum;
  const step = keywords.get('multipleOf');
  if (typeof step === 'number' && step > 0) {
    const from = typeof minimum === 'number' ? minimum : Math.min(1, asNumber(maximum) ?? 1);
    const multiple = Math.ceil(from / step) * step;
    return Number.isSafeInteger(multiple) || !whole ? multiple : minimum;
  }
  if (typeof exclusive === 'number') return whole ? Math.floor(exclusive) + 1 : exclusive + 1;
  if (typeof minimum === 'number') {
    const first = whole ? Math.ceil(minimum) : minimum;
    return exclusive === true ? first + 1 : first;
  }
  return typeof maximum === 'number' && maximum < 1 ? (whole ? Math.floor(maximum) : maximum) : undefined;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

const BY_FORMAT: Readonly<Record<string, string | Template>> = {
  date: '2030-01-15',
  'date-time': '2030-01-15T09:30:00Z',
  email: 'user@example.com',
  uuid: new Template('{{$uuid()}}'),
  uri: 'https://example.com',
};

const LONGEST_SAMPLE = 10_000;

function textByFormat({ keywords }: FlatSchema): string | Template {
  const format = keywords.get('format');
  const known = typeof format === 'string' ? member(BY_FORMAT, format) : undefined;
  if (typeof known === 'string' || known instanceof Template) return known;
  const least = Math.min(asNumber(keywords.get('minLength')) ?? 0, LONGEST_SAMPLE);
  const most = asNumber(keywords.get('maxLength')) ?? LONGEST_SAMPLE;
  const word = 'example';
  const padded = word.length >= least ? word : word.repeat(Math.ceil(least / word.length)).slice(0, least);
  return padded.slice(0, Math.max(0, Math.floor(most)));
}
