import { getOrAdd } from '../get-or-add.js';
import { isPlainObject } from '../plain-object.js';
import { ANY_NAME } from './type.js';

/** The part of JSON Schema that the product declares its inputs with. */
export interface Shape {
  readonly type?: 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape | boolean>>;
  readonly additionalProperties?: Shape | boolean;
  readonly propertyNames?: Shape;
  readonly maxProperties?: number;
  readonly required?: readonly string[] | undefined;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  /** Completes "must be …" where a text made of the keywords would be unclear; not a keyword of JSON Schema. */
  readonly rule?: string;
  /** Ends the message about a wrong value: what its writer probably meant; not a keyword either. */
  readonly adviceFor?: (value: unknown) => string;
  /** What a text names, for editors, which complete it; not a keyword either. */
  readonly names?: 'environment' | 'header';
  /** Of alternatives, a map is judged by the one that is a map; not a keyword either. */
  readonly explainsMap?: true;
  /** The schema that holds instead beside these other fields of the object, if one does; not a keyword either. */
  readonly beside?: (fields: Readonly<Record<string, unknown>>) => Shape;
}

export type Path = readonly (string | number)[];

/** For example `profiles.evening.users[1]`. */
export function formatPath(path: Path, nameText: (name: string) => string = (name) => name): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? nameText(part) : `${text}.${nameText(part)}`;
  }, '');
}

export interface ShapeProblem {
  /** The keyword of the schema that the value does not satisfy. */
  readonly keyword: keyof Shape;
  /** The member that is missing, unknown or wrong. */
  readonly path: Path;
  /** The schema with the keyword. */
  readonly shape: Shape;
  readonly value: unknown;
}

/**
 * The problems of a value, in the order of the value; missing members come before those that are there. Callers who
 * report one problem take the first, and the rest is not looked for.
 */
export function* shapeProblems(shape: Shape, value: unknown, path: Path = []): Generator<ShapeProblem> {
  const keyword = failedKeyword(shape, value);
  const meant = keyword === 'anyOf' ? meantAlternative(shape, value) : undefined;
  if (meant) yield* shapeProblems(meant, value, path);
  else if (keyword !== undefined) yield { keyword, path, shape, value };
  else if (Array.isArray(value)) yield* itemProblems(shape, value, path);
  else if (isPlainObject(value)) yield* memberProblems(shape, value, path);
}

/** The alternative that a map is meant for, whose problems tell more than that none holds. */
function meantAlternative({ anyOf, explainsMap }: Shape, value: unknown): Shape | undefined {
  return explainsMap && isPlainObject(value) ? anyOf?.find(({ type }) => type === 'object') : undefined;
}

/** The first keyword that the value as a whole does not satisfy. */
function failedKeyword(shape: Shape, value: unknown): keyof Shape | undefined {
  const { anyOf, enum: values } = shape;
  if (shape.type !== undefined && !hasType(shape.type, value)) return 'type';
  if (anyOf?.every((each) => !shapeProblems(each, value).next().done)) return 'anyOf';
  if (shape.const !== undefined && value !== shape.const) return 'const';
  if (values !== undefined && !values.includes(value)) return 'enum';
  if (typeof value === 'string') return failedTextKeyword(shape, value);
  if (typeof value === 'number') return failedNumberKeyword(shape, value);
  return Array.isArray(value) ? failedListKeyword(shape, value) : undefined;
}

function hasType(type: NonNullable<Shape['type']>, value: unknown): boolean {
  switch (type) {
    case 'number':
      return Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isPlainObject(value);
    default:
      return typeof value === type;
  }
}

function failedTextKeyword(shape: Shape, text: string): keyof Shape | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = shape;
  // A character has one or two units of UTF-16, so most texts need not be split to be counted.
  if (text.length > maxLength && (text.length > 2 * maxLength || Array.from(text).length > maxLength))
    return 'maxLength';
  if (text.length < 2 * minLength && Array.from(text).length < minLength) return 'minLength';
  return pattern === undefined || matches(pattern, text) ? undefined : 'pattern';
}

const compiled = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  return getOrAdd(compiled, pattern, () => new RegExp(pattern, 'u')).test(text);
}

function failedNumberKeyword(shape: Shape, value: number): keyof Shape | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = shape;
  if (value <= exclusiveMinimum) return 'exclusiveMinimum';
  if (value < minimum) return 'minimum';
  return value > maximum ? 'maximum' : undefined;
}

function failedListKeyword(shape: Shape, values: readonly unknown[]): keyof Shape | undefined {
  const { minItems = 0, maxItems = Infinity } = shape;
  if (values.length > maxItems) return 'maxItems';
  return values.length < minItems ? 'minItems' : undefined;
}

function* itemProblems(shape: Shape, values: readonly unknown[], path: Path): Generator<ShapeProblem> {
  const { items, uniqueItems } = shape;
  const seen = new Set<string>();
  for (const [index, item] of values.entries()) {
    if (items !== undefined) yield* shapeProblems(items, item, [...path, index]);
    // Only lists of texts are declared unique.
    if (!uniqueItems || typeof item !== 'string') continue;
    if (seen.has(item)) yield { keyword: 'uniqueItems', path: [...path, index], shape, value: item };
    seen.add(item);
  }
}

type Members = Readonly<Record<string, unknown>>;

function* memberProblems(shape: Shape, members: Members, path: Path): Generator<ShapeProblem> {
  const { required = [], maxProperties = Infinity, propertyNames } = shape;
  for (const name of required) {
    if (!Object.hasOwn(members, name))
      yield { keyword: 'required', path: [...path, name], shape, value: undefined };
  }
  const entries = Object.entries(members);
  if (entries.length > maxProperties) yield { keyword: 'maxProperties', path, shape, value: members };
  for (const [name, value] of entries) {
    const place = [...path, name];
    if (propertyNames && failedKeyword(propertyNames, name) !== undefined)
      yield { keyword: 'propertyNames', path: place, shape, value: name };
    const member = memberShape(shape, name);
    if (member === false) yield { keyword: 'additionalProperties', path: place, shape, value };
    else if (member !== true) yield* shapeProblems(member, value, place);
  }
}

function memberShape(shape: Shape, name: string): Shape | boolean {
  const { properties = {}, patternProperties = {}, additionalProperties = true } = shape;
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return own;
  for (const [pattern, each] of Object.entries(patternProperties)) {
    // `.` leaves out line breaks, which the record of TypeBox does not mean.
    if (pattern === ANY_NAME || matches(pattern, name)) return each;
  }
  return additionalProperties;
}
