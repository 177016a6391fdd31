/** Values that documents give as examples, in the type that their own schema asks for. */
import { toJson } from '../../evaluation/values/json.js';
import type { FlatSchema } from './flat-schema.js';

/** YAML reads `85014` and `true` as a number and a boolean, also where the schema says that they are text. */
export function fittingScalar(value: unknown, { type, allowed, properties }: FlatSchema): unknown {
  if (value === null || properties.size > 0) return value;
  const chosen = allowed === undefined ? value : allowedValue(value, allowed);
  const isText = typeof chosen === 'string';
  switch (type) {
    case 'string':
      return isText || typeof chosen === 'object' ? chosen : toJson(chosen);
    case 'integer':
    case 'number':
      return isText && NUMBER.test(chosen) ? Number(chosen) : chosen;
    case 'boolean':
      return isText && (chosen === 'true' || chosen === 'false') ? chosen === 'true' : chosen;
    case 'array':
      return typeof chosen === 'object' ? chosen : [chosen];
    default:
      return chosen;
  }
}

/** As JSON writes it, within the digits that a number keeps. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** An example such as "Choose…" that is not among the values that are allowed is no value to send. */
function allowedValue(value: unknown, allowed: readonly unknown[]): unknown {
  if (typeof value === 'object' || allowed.length === 0 || allowed.includes(value)) return value;
  const written = plainText(value);
  const scalars = allowed.filter((each) => each !== null && typeof each !== 'object');
  return scalars.find((each) => plainText(each) === written) ?? scalars[0] ?? value;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}
