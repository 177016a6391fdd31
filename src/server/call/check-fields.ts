import type { TObject } from 'typebox';
import { ServiceError } from '../../errors.js';
import { nearest } from '../../primitives/near-names.js';
import { ruleOf, type FieldSchema } from './field-rule.js';

type Fields = Readonly<Record<string, unknown>>;

/** What came in, as its schema wants it, or the first of rows B4, B5 and B6 (server.md 4.1). */
export function checkFields(schema: TObject, given: Fields): Fields {
  return checkObject(schema, given, '');
}

/** Texts of a query are read as what their schema asks for; what is absent gets its default. */
export function checkQuery(schema: TObject, query: string): Fields {
  const texts = new URLSearchParams(query);
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties as Record<string, FieldSchema>)) {
    const text = texts.getAll(name).at(-1);
    given[name] = text === undefined ? field.default : fromText(text, field);
  }
  return checkFields(schema, given);
}

function fromText(text: string, { type }: FieldSchema): unknown {
  if (type !== 'integer' && type !== 'number') return text;
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(text)) return text;
  // Beyond this neighbours are told apart no more, and an offset that far is past every end.
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

/** A schema that names every field is strict: there a misspelt or null one would silently do nothing. */
function checkObject(schema: FieldSchema, given: Fields, path: string): Fields {
  const { properties = {}, required = [] } = schema;
  const strict = schema.additionalProperties === false;
  if (strict) refuseUnknown(Object.keys(properties), given, path);
  const checked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const place = path + name;
    if (required.includes(name) && isEmpty(value)) throw new ServiceError('usage', `${place} is required`);
    if (value === undefined || (value === null && !strict && !mayBeNull(field))) continue;
    checked[name] = checkValue(field, value, place);
  }
  return checked;
}

/** Where null is more than absence. */
function mayBeNull({ anyOf = [] }: FieldSchema): boolean {
  return anyOf.some(({ type }) => type === 'null');
}

function refuseUnknown(known: readonly string[], given: Fields, path: string): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const [near] = nearest(name, known, 1);
    const meant = near === undefined ? '' : `; did you mean ${near}?`;
    throw new ServiceError('usage', `unknown field: ${path}${name}${meant}`);
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}

function checkValue(schema: FieldSchema, value: unknown, place: string): unknown {
  if (!hasKind(schema, value)) throw wrong(schema, place);
  if (typeof value === 'string' && !fitsText(schema, value)) throw wrong(schema, place);
  if (typeof value === 'number' && !fitsNumber(schema, value)) throw wrong(schema, place);
  if (Array.isArray(value)) return checkItems(schema, value, place);
  if (schema.type === 'object') return checkMembers(schema, value as Fields, place);
  return value;
}

function wrong(schema: FieldSchema, place: string): ServiceError {
  return new ServiceError('usage', `${place} must be ${ruleOf(schema)}`);
}

/** Integers of any size are numbers too, but none that a field with limits could mean. */
function hasKind({ type, anyOf, const: only, enum: words }: FieldSchema, value: unknown): boolean {
  if (anyOf !== undefined) return anyOf.some((each) => hasKind(each, value));
  if (only !== undefined) return value === only;
  if (words !== undefined) return words.includes(value);
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}

function fitsText({ minLength = 0, maxLength = Infinity, pattern }: FieldSchema, text: string): boolean {
  const length = pattern === undefined && maxLength === Infinity ? text.length : Array.from(text).length;
  if (length < minLength || length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

function fitsNumber(schema: FieldSchema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  return value >= minimum && value <= maximum && value > exclusiveMinimum;
}

function checkItems(schema: FieldSchema, values: readonly unknown[], place: string): readonly unknown[] {
  const { items, maxItems = Infinity, minItems = 0 } = schema;
  if (values.length > maxItems || values.length < minItems) throw wrong(schema, place);
  if (items === undefined) return values;
  return values.map((value, i) => checkValue(items, value, `${place}[${i}]`));
}

/** A map has one schema for all its values. */
function checkMembers(schema: FieldSchema, given: Fields, place: string): Fields {
  if (schema.properties !== undefined) return checkObject(schema, given, `${place}.`);
  const [each] = Object.values(schema.patternProperties ?? {});
  if (each === undefined) return given;
  for (const [name, value] of Object.entries(given)) checkValue(each, value, `${place}.${name}`);
  return given;
}
