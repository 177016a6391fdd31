/** Serializes lists and objects of parameters (OpenAPI `style` and `explode`, 2.0 `collectionFormat`). */
import type { ParameterStyle } from '../../documents/parameter-style.js';
import { mapping } from '../../documents/plain-data.js';
import type { PairDraft } from '../import-draft.js';
import { plainText, type TextBudget } from './sample-value.js';

/** The pairs of a query or form. */
export function stylePairs(
  name: string,
  value: unknown,
  { style, explode, separator }: ParameterStyle,
  budget: TextBudget,
): PairDraft[] {
  if (Array.isArray(value)) {
    const texts = value.map((item: unknown) => plainText(item, budget));
    if (explode && texts.length > 0) return texts.map((text) => ({ key: name, value: text }));
    return [{ key: name, value: texts.join(separator) }];
  }
  const members = membersOf(value);
  if (members === undefined) return [{ key: name, value: plainText(value, budget) }];
  if (style === 'deepObject')
    return members.flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, budget));
  if (explode) return members.map(([key, item]) => ({ key, value: plainText(item, budget) }));
  const texts = members.flatMap(([key, item]) => [key, plainText(item, budget)]);
  return [{ key: name, value: texts.join(separator) }];
}

function deepPairs(key: string, value: unknown, budget: TextBudget): PairDraft[] {
  const members = membersOf(value);
  if (members !== undefined)
    return members.flatMap(([name, item]) => deepPairs(`${key}[${name}]`, item, budget));
  if (!Array.isArray(value)) return [{ key, value: plainText(value, budget) }];
  return value.map((item: unknown) => ({ key, value: plainText(item, budget) }));
}

/** The text of a path, header or cookie parameter (RFC 6570 expansions of the simple, label and matrix styles). */
export function styleText(
  name: string,
  value: unknown,
  { style, explode, separator }: ParameterStyle,
  budget: TextBudget,
): string {
  const start = { label: '.', matrix: explode ? ';' : `;${name}=` }[style] ?? '';
  const glue = explode && start !== '' ? start : separator;
  const named = style === 'matrix' && explode ? `${name}=` : '';
  if (Array.isArray(value))
    return start + value.map((item: unknown) => named + plainText(item, budget)).join(glue);
  const members = membersOf(value);
  if (members === undefined) return start + named + plainText(value, budget);
  return (
    start + members.map(([key, item]) => `${key}${explode ? '=' : ','}${plainText(item, budget)}`).join(glue)
  );
}

export function membersOf(value: unknown): [string, unknown][] | undefined {
  const found = mapping(value);
  // Template and NumberText are objects here, but single values.
  return found === undefined || Object.getPrototypeOf(found) !== Object.prototype
    ? undefined
    : Object.entries(found);
}
