/** Texts of parameters and forms as values of the types that their schemas name. */
import type { ResolvedSchema, SchemaRegistry } from '../../evaluation/json-schema/references/registry.js';
import { parseJson, type JsonValue } from '../../evaluation/values/json.js';
import { objectFrom } from '../../primitives/json/key-order.js';
import { isJsonNumber } from '../../primitives/json/json-number.js';
import { readSchemaFacts } from './schema-facts.js';

/** A value as it is sent: of texts, except where the text is JSON. */
export type SentValue = JsonValue;

/** Whether a text stays one where its schema also allows another type that it looks like. */
export type Preference = 'typed' | 'text';

const MAX_DEPTH = 16;

export function typedValue(
  sent: SentValue,
  places: readonly ResolvedSchema[],
  registry: SchemaRegistry,
  preference: Preference,
  depth = 0,
): unknown {
  if (depth > MAX_DEPTH || sent === null) return sent;
  const { types, properties, otherProperties, items } = readSchemaFacts(places, registry);
  if (typeof sent === 'string') return typedText(sent, types, preference);
  if (typeof sent !== 'object') return sent;
  const inner = (value: SentValue, own: readonly ResolvedSchema[]): unknown =>
    typedValue(value, own, registry, preference, depth + 1);
  if (isList(sent)) return sent.map((item) => inner(item, items));
  return objectFrom(
    Object.entries(sent).map(([name, value]) => [
      name,
      inner(value, properties.get(name) ?? otherProperties),
    ]),
  );
}

function isList(sent: SentValue): sent is readonly SentValue[] {
  return Array.isArray(sent);
}

function typedText(text: string, types: ReadonlySet<string>, preference: Preference): unknown {
  const isOpen = types.size === 0;
  if (preference === 'text' && (isOpen || types.has('string'))) return text;
  if ((isOpen || types.has('boolean')) && (text === 'true' || text === 'false')) return text === 'true';
  const isNumeric = isOpen || types.has('integer') || types.has('number');
  if (isNumeric && isJsonNumber(text)) return parseJson(text);
  if (types.has('null') && (text === 'null' || (text === '' && !types.has('string')))) return null;
  return text;
}
