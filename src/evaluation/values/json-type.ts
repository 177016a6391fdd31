import { isPlainObject } from '../../primitives/plain-object.js';
import { hasNoFraction, isExact } from './number.js';

/** Whether a value has a type of JSON Schema, given by its name. */
export function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isPlainObject(value);
    case 'number':
      return isExact(value);
    case 'integer':
      return isExact(value) && hasNoFraction(value);
    default:
      return typeof value === type;
  }
}
