/** What a discriminator says about the values of one schema. */
import { discriminatorValue } from '../../evaluation/json-schema/sample/discriminator-value.js';
import {
  asList,
  asObject,
  member,
  type SchemaObject,
} from '../../evaluation/json-schema/references/schema-node.js';

/** One for each value of a discriminator, so that a schema that contains itself is recognized. */
const made = new WeakMap<SchemaObject, Map<string, SchemaObject>>();

/**
 * A schema whose default is the value of the discriminator for the alternative that `reference` leads to; undefined when
 * nothing is known.
 */
export function discriminatorSchema(schema: SchemaObject, reference: unknown): SchemaObject | undefined {
  const written = member(schema, 'discriminator');
  // Swagger 2.0 has the name alone.
  const propertyName = typeof written === 'string' ? written : member(asObject(written), 'propertyName');
  if (typeof propertyName !== 'string' || typeof reference !== 'string') return undefined;
  const name = decodeName(reference.slice(reference.lastIndexOf('/') + 1));
  if (name === '') return undefined;
  const value = discriminatorValue(name, member(asObject(written), 'mapping'));
  const ofSchema = made.get(schema) ?? new Map<string, SchemaObject>();
  made.set(schema, ofSchema);
  const schemaOfValue = ofSchema.get(value) ?? { properties: { [propertyName]: { default: value } } };
  ofSchema.set(value, schemaOfValue);
  return schemaOfValue;
}

/** Whether the alternatives of the schema stand in the schema itself. */
export function hasAlternatives(schema: SchemaObject): boolean {
  return ['anyOf', 'oneOf'].some((keyword) => asList(member(schema, keyword)).length > 0);
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
