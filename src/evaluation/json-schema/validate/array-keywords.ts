/** Keywords for arrays. */
import { checkTime, spendSteps } from '../../bounded/step-budget.js';
import { toJson } from '../../values/json.js';
import { isExact } from '../../values/number.js';
import { atLeast, atMost } from './count-limits.js';
import type { ValidationContext, KeywordCheck } from './validation-context.js';
import { asList, member } from '../references/schema-node.js';

type ListKeyword = (value: unknown, items: readonly unknown[], context: ValidationContext) => boolean;

function onList(check: ListKeyword): KeywordCheck {
  return (value, instance, context) => !Array.isArray(instance) || check(value, instance, context);
}

const prefixItems = onList((value, items, context) => eachItem(asList(value), items, context));

/** One schema for all, or for those behind `prefixItems`; a list of schemas up to 2019-09. */
const items = onList((value, list, context) => {
  if (Array.isArray(value) && !context.resource.dialect.hasPrefixItems) return eachItem(value, list, context);
  const prefix = context.resource.dialect.hasPrefixItems
    ? asList(member(context.schema, 'prefixItems')).length
    : 0;
  return applyToItems(() => value, list, prefix, context);
});

/** Applies only beside a list of schemas; 2020-12 has it no more. */
const additionalItems = onList((value, list, context) => {
  const schemas = member(context.schema, 'items');
  if (context.resource.dialect.hasPrefixItems || !Array.isArray(schemas)) return true;
  return applyToItems(() => value, list, schemas.length, context);
});

function eachItem(
  schemas: readonly unknown[],
  list: readonly unknown[],
  context: ValidationContext,
): boolean {
  const { length } = schemas;
  return applyToItems((index) => schemas[index], list.slice(0, length), 0, context);
}

/** Applies to each element from an index on the schema for its index. */
function applyToItems(
  schemaAt: (index: number) => unknown,
  list: readonly unknown[],
  from: number,
  context: ValidationContext,
): boolean {
  let valid = true;
  for (let index = from; index < list.length; index++) {
    context.evaluated.items.add(index);
    if (!context.validator.apply(schemaAt(index), list[index], context, index)) valid = false;
    if (!valid && !context.validator.collectsViolations) return false;
  }
  return valid;
}

const contains = onList((value, list, context) => {
  const { schema, resource } = context;
  const hasLimits = !resource.dialect.hidesRefSiblings;
  const minCount = hasLimits ? (asNumber(member(schema, 'minContains')) ?? 1) : 1;
  const maxCount = hasLimits ? (asNumber(member(schema, 'maxContains')) ?? Infinity) : Infinity;
  let count = 0;
  list.forEach((item, index) => {
    if (!context.validator.test(value, item, context)) return;
    count++;
    // Since 2020-12 the elements that match `contains` count as evaluated.
    if (resource.dialect.hasPrefixItems) context.evaluated.items.add(index);
  });
  if (count < minCount)
    return context.validator.fail(
      context,
      `must contain at least ${minCount} matching elements, has ${count}`,
    );
  return (
    count <= maxCount ||
    context.validator.fail(context, `must contain at most ${maxCount} matching elements, has ${count}`)
  );
});

function asNumber(value: unknown): number | undefined {
  return isExact(value) ? Number(value) : undefined;
}

function countItems(instance: unknown): number | undefined {
  return Array.isArray(instance) ? instance.length : undefined;
}

const uniqueItems = onList((value, list, context) => {
  if (value !== true) return true;
  const seen = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    spendSteps(1);
    checkTime();
    const key = toJson(canonical(item));
    const earlier = seen.get(key);
    if (earlier !== undefined)
      return context.validator.fail(context, `must have unique elements: ${earlier} and ${index} are equal`);
    seen.set(key, index);
  }
  return true;
});

/** Equal values give equal texts: keys sorted, integers with all their digits. */
function canonical(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  const entries = Object.entries(value).map(([key, inner]) => [key, canonical(inner)] as const);
  // Entries are a list because an object would reorder keys that are digits.
  return [null, ...entries.sort(([a], [b]) => (a < b ? -1 : 1)), null];
}

const unevaluatedItems = onList((value, list, context) => {
  let valid = true;
  list.forEach((item, index) => {
    if (context.evaluated.items.has(index)) return;
    context.evaluated.items.add(index);
    if (!context.validator.apply(value, item, context, index)) valid = false;
  });
  return valid;
});

export const ARRAY_KEYWORDS: Readonly<Record<string, KeywordCheck>> = {
  prefixItems,
  items,
  additionalItems,
  contains,
  minItems: atLeast(countItems, 'elements'),
  maxItems: atMost(countItems, 'elements'),
  uniqueItems,
};

/** Checked after all other keywords. */
export const LATE_ARRAY_KEYWORDS: Readonly<Record<string, KeywordCheck>> = { unevaluatedItems };
