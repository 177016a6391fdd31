import type { Shape } from '../../primitives/shapes/check-shape.js';

/** Completes "must be …" for a value that does not satisfy a schema. */
export function describeRule(schema: Shape): string {
  if (schema.rule !== undefined) return schema.rule;
  if (schema.anyOf !== undefined) return `one of ${schema.anyOf.map(describeRule).join(', ')}`;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case 'integer':
      return describeNumberRule('a whole number', schema);
    case 'number':
      return describeNumberRule('a number', schema);
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.items?.type === 'string' ? 'an array of strings' : 'an array';
    case 'object':
      return 'an object';
    default:
      return schema.minLength === undefined ? 'a string' : 'a non-empty string';
  }
}

function describeNumberRule(kind: string, { minimum, maximum, exclusiveMinimum }: Shape): string {
  if (exclusiveMinimum !== undefined) {
    return `${kind} above ${exclusiveMinimum}${maximum === undefined ? '' : ` up to ${maximum}`}`;
  }
  if (minimum === undefined) return maximum === undefined ? kind : `${kind} up to ${maximum}`;
  return maximum === undefined ? `${kind} of ${minimum} or more` : `${kind} from ${minimum} to ${maximum}`;
}
