/** Makes a value for a schema. Who needs the value decides what is preferred: a profile has these decisions. */

export interface Sample {
  readonly value: unknown;
}

/** `Place` is a schema as it is written, `Schema` all schemas of one value together. */
export interface SampleProfile<Place, Schema> {
  /** Undefined when nothing can satisfy the schemas, or enough has been made. */
  combine(places: readonly Place[], depth: number): Schema | undefined;
  /** An object that identifies the schema on the path to a value. */
  identity(schema: Schema): unknown;
  /** A value that the schema itself names. */
  given(schema: Schema): Sample | undefined;
  type(schema: Schema): string | undefined;
  text(schema: Schema): unknown;
  number(schema: Schema, isInteger: boolean): unknown;
  /** The value of a schema that does not tell a type; undefined for none. */
  untyped(schema: Schema): Sample | undefined;
  memberNames(schema: Schema, path: SchemaPath): Iterable<string>;
  /** Undefined leaves the member out. */
  member(
    schema: Schema,
    name: string,
    sampleInside: (schema: Schema | readonly Place[]) => Sample | undefined,
  ): Sample | 'impossible' | undefined;
  itemCounts(schema: Schema, path: SchemaPath): { readonly min: number; readonly wanted: number } | undefined;
  itemPlaces(schema: Schema, index: number): readonly Place[];
  /** The value for this index, where elements have to differ. */
  item(schema: Schema, value: unknown, index: number): unknown;
}

/** The identities of the schemas around a value, outermost first. */
export type SchemaPath = readonly unknown[];

export class SchemaSampler<Place, Schema> {
  readonly #profile: SampleProfile<Place, Schema>;

  constructor(profile: SampleProfile<Place, Schema>) {
    this.#profile = profile;
  }

  /** Undefined when no value was found. */
  sample(places: readonly Place[], path: SchemaPath = []): Sample | undefined {
    const schema = this.#profile.combine(places, path.length);
    return schema === undefined ? undefined : this.sampleCombined(schema, path);
  }

  sampleCombined(schema: Schema, path: SchemaPath = []): Sample | undefined {
    const given = this.#profile.given(schema);
    if (given) return given;
    const type = this.#profile.type(schema);
    switch (type) {
      case 'object':
        return this.#object(schema, path);
      case 'array':
        return this.#array(schema, path);
      case 'string':
        return { value: this.#profile.text(schema) };
      case 'integer':
      case 'number':
        return { value: this.#profile.number(schema, type === 'integer') };
      case 'boolean':
        return { value: true };
      case 'null':
        return { value: null };
      default:
        return this.#profile.untyped(schema);
    }
  }

  #object(schema: Schema, path: SchemaPath): Sample | undefined {
    const inner = [...path, this.#profile.identity(schema)];
    const sampleInside = (inside: Schema | readonly Place[]): Sample | undefined =>
      Array.isArray(inside)
        ? this.sample(inside as readonly Place[], inner)
        : this.sampleCombined(inside as Schema, inner);
    const members: [string, unknown][] = [];
    for (const name of this.#profile.memberNames(schema, path)) {
      const member = this.#profile.member(schema, name, sampleInside);
      if (member === 'impossible') return undefined;
      if (member) members.push([name, member.value]);
    }
    return { value: Object.fromEntries(members) };
  }

  #array(schema: Schema, path: SchemaPath): Sample | undefined {
    const counts = this.#profile.itemCounts(schema, path);
    if (counts === undefined) return undefined;
    const inner = [...path, this.#profile.identity(schema)];
    const items: unknown[] = [];
    for (let index = 0; index < counts.wanted; index++) {
      const item = this.sample(this.#profile.itemPlaces(schema, index), inner);
      if (item) items.push(this.#profile.item(schema, item.value, index));
      else if (index < counts.min) return undefined;
      else break;
    }
    return { value: items };
  }
}
