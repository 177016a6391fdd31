/** Makes a value for a schema. Who needs the value decides what is preferred: a subclass has these decisions. */
import type { Located } from '../references/reference.js';

/** `Schema` is all schemas of one value together. A value that is undefined stands for none. */
export abstract class SchemaSampler<Home, Schema> {
  /** Undefined when nothing can satisfy the schemas, or enough has been made. */
  abstract combine(places: readonly Located<Home>[], depth: number): Schema | undefined;
  /** A value that the schema itself names. */
  protected abstract given(schema: Schema): unknown;
  protected abstract type(schema: Schema): string | undefined;
  protected abstract text(schema: Schema): unknown;
  protected abstract number(schema: Schema, isInteger: boolean): unknown;
  /** The path has the schemas around the value, outermost first. */
  protected abstract object(schema: Schema, path: readonly Schema[]): unknown;
  protected abstract array(schema: Schema, path: readonly Schema[]): unknown;
  /** The value of a schema that does not tell a type. */
  protected abstract untyped(schema: Schema): unknown;

  sample(places: readonly Located<Home>[], path: readonly Schema[] = []): unknown {
    const schema = this.combine(places, path.length);
    return schema === undefined ? undefined : this.sampleCombined(schema, path);
  }

  sampleCombined(schema: Schema, path: readonly Schema[] = []): unknown {
    const given = this.given(schema);
    if (given !== undefined) return given;
    const type = this.type(schema);
    switch (type) {
      case 'object':
        return this.object(schema, path);
      case 'array':
        return this.array(schema, path);
      case 'string':
        return this.text(schema);
      case 'integer':
      case 'number':
        return this.number(schema, type === 'integer');
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return this.untyped(schema);
    }
  }
}
