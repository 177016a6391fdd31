import type { TObject } from 'typebox';
import {
  formatPath,
  shapeProblems,
  type Shape,
  type ShapeProblem,
} from '../../primitives/shapes/check-shape.js';
import { nameHint } from '../../web-fetch/rules/name-hint.js';
import { invalidArgument } from './tool-failure.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** Refuses arguments that do not satisfy the schema of their tool; the message names the first problem. */
export function checkArguments(schema: TObject, args: Arguments): void {
  const [problem] = shapeProblems(schema, args);
  if (problem !== undefined) throw invalidArgument(describeProblem(problem));
}

function describeProblem({ keyword, path, shape, value }: ShapeProblem): string {
  const field = formatPath(path, shownName);
  switch (keyword) {
    case 'required':
      return `${field}: is required`;
    case 'additionalProperties':
      return `unknown field ${field}${fieldHint(field, shape)}`;
    case 'propertyNames':
      return `${formatPath(path.slice(0, -1), shownName)}: ${shownName(String(value))} is not a name`;
    case 'maxProperties':
    case 'maxItems':
      return `${field}: must not have more than ${shape[keyword]} entries`;
    case 'maxLength':
      return `${field}: must not be longer than ${shape.maxLength} characters`;
    case 'minLength':
      return `${field}: must not be ${value === '' ? 'empty' : 'that short'}`;
    case 'pattern':
      return `${field}: has not the right form${shape.description ? `. ${shape.description}` : ''}`;
    case 'enum':
      return `${field}: must be one of ${shape.enum?.join(', ')}`;
    case 'minimum':
    case 'maximum':
      return `${field}: must be from ${shape.minimum} to ${shape.maximum}`;
    default:
      return `${field}: must be ${TYPE_NAMES[shape.type ?? 'object']}`;
  }
}

function fieldHint(field: string, { properties = {} }: Shape): string {
  const names = Object.keys(properties);
  return names.length === 0 ? '' : `; ${nameHint(field, names)}`;
}

const TYPE_NAMES: Readonly<Record<NonNullable<Shape['type']>, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const MAX_NAME_CHARS = 64;

/** A name that a caller chose, for a message of one line. */
export function shownName(name: string): string {
  return name.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, MAX_NAME_CHARS);
}
