import type { TObject } from 'typebox';
import { ServiceError } from '../../errors.js';
import { nearest } from '../../primitives/near-names.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import {
  formatPath,
  shapeProblems,
  type Path,
  type Shape,
  type ShapeProblem,
} from '../../primitives/shapes/check-shape.js';
import { describeRule } from './field-rule.js';

type Fields = Readonly<Record<string, unknown>>;

/** The declared fields of a body; the first that is unknown, missing or wrong is refused. */
export function checkFields(schema: TObject, given: Fields): Fields {
  return checkObject(schema, given, []);
}

/** Texts of a query are read as the type that their schema asks for; an absent one gets its default. */
export function checkQuery(schema: TObject, query: string): Fields {
  const texts = new URLSearchParams(query);
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties as Record<string, Shape>)) {
    const text = texts.getAll(name).at(-1);
    given[name] = text === undefined ? field.default : parseText(text, field);
  }
  return checkFields(schema, given);
}

function parseText(text: string, { type }: Shape): unknown {
  if (type !== 'integer' && type !== 'number') return text;
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(text)) return text;
  // Larger whole numbers are not exact, and an offset that large is past the end of any list.
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

/**
 * Null and empty values of required fields count as missing, and null elsewhere as absent. A schema that names every
 * field is strict instead: in a change of settings, a misspelt field, or a null without a meaning, would silently do
 * nothing.
 */
function checkObject(schema: Shape, given: Fields, path: Path): Fields {
  const { properties = {}, required = [] } = schema;
  const isStrict = schema.additionalProperties === false;
  if (isStrict) refuseUnknown(Object.keys(properties), given, path);
  const checked: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(properties)) {
    const field = declared.beside?.(given) ?? declared;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const place = [...path, name];
    if (required.includes(name) && isMissing(field, value)) throw refusal(`${formatPath(place)} is required`);
    if (value === undefined || (value === null && !isStrict && !isNullable(field))) continue;
    checked[name] = checkField(field, value, place);
  }
  return checked;
}

function checkField(field: Shape, value: unknown, path: Path): unknown {
  if (field.properties !== undefined && isPlainObject(value)) return checkObject(field, value, path);
  const [problem] = shapeProblems(field, value, path);
  if (problem !== undefined) throw refusal(describeProblem(problem));
  return value;
}

function describeProblem({ keyword, path, shape, value }: ShapeProblem): string {
  const isOtherType = keyword === 'type' && shape.type === 'string' && shape.rule === undefined;
  const rule = isOtherType ? 'a string' : describeRule(shape);
  return `${formatPath(path)} must be ${rule}${shape.adviceFor?.(value) ?? ''}`;
}

function refusal(message: string): ServiceError {
  return new ServiceError('usage', message);
}

/** Whether null means more than absence. */
function isNullable({ anyOf = [] }: Shape): boolean {
  return anyOf.some(({ type }) => type === 'null');
}

function refuseUnknown(declared: readonly string[], given: Fields, path: Path): void {
  const unknown = Object.keys(given).find((name) => !declared.includes(name));
  if (unknown === undefined) return;
  const [near] = nearest(unknown, declared, 1);
  const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
  throw refusal(`unknown field: ${formatPath([...path, unknown])}${suggestion}`);
}

/**
 * A map may be empty, so that an empty list or text in its place is of the wrong type and not missing. A list may be
 * empty where its schema says so.
 */
function isMissing({ type, minItems }: Shape, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (type === 'object') return false;
  return value === '' || (Array.isArray(value) && value.length === 0 && minItems !== 0);
}
