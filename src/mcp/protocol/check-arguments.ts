/** Arguments held against the schema of their tool (mcp.md 3.2), with words of our own. */
import { ToolFailure } from './tool-failure.js';

/** The part of JSON Schema 2020-12 that the tools use. */
export interface Schema {
  readonly type: 'object' | 'string' | 'integer' | 'boolean' | 'array';
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
  readonly propertyNames?: { readonly pattern: string };
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Arguments = Readonly<Record<string, unknown>>;

export function checkArguments(schema: Schema, args: Arguments): void {
  const fault = objectFault(schema, args, '');
  if (fault !== undefined) throw new ToolFailure('invalid_argument', fault);
}

/** A whole sentence part: `field: what is wrong`. */
function faultOf(schema: Schema, value: unknown, field: string): string | undefined {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? textFault(schema, value, field) : `${field}: must be a string`;
    case 'integer':
      return numberFault(schema, value, field);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${field}: must be true or false`;
    case 'array':
      return Array.isArray(value) ? listFault(schema, value, field) : `${field}: must be an array`;
    case 'object':
      return isObject(value) ? objectFault(schema, value, field) : `${field}: must be an object`;
  }
}

function objectFault(schema: Schema, value: Arguments, field: string): string | undefined {
  const { properties = {}, required = [], additionalProperties, propertyNames, maxProperties } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${missing}: is required`;
  const entries = Object.entries(value);
  if (maxProperties !== undefined && entries.length > maxProperties)
    return `${field}: must not have more than ${maxProperties} entries`;
  for (const [name, item] of entries) {
    const path = field === '' ? shownName(name) : `${field}.${shownName(name)}`;
    if (propertyNames && !new RegExp(propertyNames.pattern, 'u').test(name))
      return `${field}: ${shownName(name)} is not a name`;
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known === undefined || known === false) return `unknown field ${path}`;
    const fault = faultOf(known, item, path);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function listFault(
  { maxItems, items }: Schema,
  value: readonly unknown[],
  field: string,
): string | undefined {
  if (maxItems !== undefined && value.length > maxItems)
    return `${field}: must not have more than ${maxItems} entries`;
  for (const [index, item] of value.entries()) {
    const fault = items && faultOf(items, item, `${field}[${index}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function textFault(schema: Schema, value: string, field: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, enum: words } = schema;
  if (words && !words.includes(value)) return `${field}: must be one of ${words.join(', ')}`;
  const isLong =
    value.length > maxLength && (value.length > 2 * maxLength || Array.from(value).length > maxLength);
  if (isLong) return `${field}: must not be longer than ${maxLength} characters`;
  if (value.length < minLength) return `${field}: must not be ${value === '' ? 'empty' : 'that short'}`;
  return pattern !== undefined && !new RegExp(pattern, 'u').test(value)
    ? `${field}: has not the right form`
    : undefined;
}

function numberFault(
  { minimum = -Infinity, maximum = Infinity }: Schema,
  value: unknown,
  field: string,
): string | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return `${field}: must be a whole number`;
  return value < minimum || value > maximum ? `${field}: must be from ${minimum} to ${maximum}` : undefined;
}

export function isObject(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const LONGEST_NAME = 64;

/** A name that a caller chose, for a message of one line. */
export function shownName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return name.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, LONGEST_NAME);
}
