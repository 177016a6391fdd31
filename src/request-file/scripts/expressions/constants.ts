/** Constants and names of members. */
import type { Expression, Property } from 'acorn';
import type { Json } from '../../model/model.js';
import { json, unknown, type Value } from '../values/script-values.js';

/** The name of a member in brackets. */
export function keyName(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function readConstant(node: Extract<Expression, { type: 'Literal' }>): Value {
  if (node.regex) return { kind: 'pattern', source: node.regex.pattern, flags: node.regex.flags };
  const { value } = node;
  if (typeof value === 'bigint' || typeof value === 'object' || value === undefined)
    return value === null ? json(null) : unknown('uses a number of any size');
  return json(value);
}

export function keyOf({ key, computed }: Pick<Property, 'key' | 'computed'>): string | undefined {
  if (computed) return undefined;
  if (key.type === 'Identifier') return key.name;
  if (key.type !== 'Literal') return undefined;
  return typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : undefined;
}
