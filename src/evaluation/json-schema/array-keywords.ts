/** Keywords on lists. */
import { checkTime, spend } from '../bounded/step-budget.js';
import { toJson } from '../values/json.js';
import { isExact } from '../values/number.js';
import type { Frame, Keyword } from './frame.js';
import { member } from './schema-node.js';

type ListKeyword = (value: unknown, items: readonly unknown[], frame: Frame) => boolean;

function onList(judge: ListKeyword): Keyword {
  return (value, instance, frame) => !Array.isArray(instance) || judge(value, instance, frame);
}

const prefixItems = onList((value, items, frame) => eachItem(asList(value), items, 0, frame));

/** One schema for all, or for those behind `prefixItems`; a list of schemas up to 2019-09. */
const items = onList((value, list, frame) => {
  if (Array.isArray(value) && !frame.resource.dialect.prefixItems) return eachItem(value, list, 0, frame);
  const prefix = frame.resource.dialect.prefixItems ? asList(member(frame.schema, 'prefixItems')).length : 0;
  return restOfItems(value, list, prefix, frame);
});

/** Only beside a list of schemas, and gone since 2020-12. */
const additionalItems = onList((value, list, frame) => {
  const schemas = member(frame.schema, 'items');
  if (frame.resource.dialect.prefixItems || !Array.isArray(schemas)) return true;
  return restOfItems(value, list, schemas.length, frame);
});

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function eachItem(
  schemas: readonly unknown[],
  list: readonly unknown[],
  from: number,
  frame: Frame,
): boolean {
  let valid = true;
  for (let index = from; index < Math.min(schemas.length, list.length); index++) {
    frame.evaluated.items.add(index);
    if (!frame.judge.apply(schemas[index], list[index], frame, index)) valid = false;
    if (!valid && !frame.judge.collects) return false;
  }
  return valid;
}

function restOfItems(schema: unknown, list: readonly unknown[], from: number, frame: Frame): boolean {
  let valid = true;
  for (let index = from; index < list.length; index++) {
    frame.evaluated.items.add(index);
    if (!frame.judge.apply(schema, list[index], frame, index)) valid = false;
    if (!valid && !frame.judge.collects) return false;
  }
  return valid;
}

const contains = onList((value, list, frame) => {
  const { schema, resource } = frame;
  const limits = !resource.dialect.refAlone;
  const least = limits ? (asNumber(member(schema, 'minContains')) ?? 1) : 1;
  const most = limits ? (asNumber(member(schema, 'maxContains')) ?? Infinity) : Infinity;
  let count = 0;
  list.forEach((item, index) => {
    if (!frame.judge.test(value, item, frame)) return;
    count++;
    // Since 2020-12 what `contains` found counts as evaluated.
    if (resource.dialect.prefixItems) frame.evaluated.items.add(index);
  });
  if (count < least)
    return frame.judge.fail(frame, `must contain at least ${least} matching elements, has ${count}`);
  return (
    count <= most || frame.judge.fail(frame, `must contain at most ${most} matching elements, has ${count}`)
  );
});

function asNumber(value: unknown): number | undefined {
  return isExact(value) ? Number(value) : undefined;
}

const minItems = onList(
  (value, { length }, frame) =>
    !isExact(value) || length >= value || frame.judge.fail(frame, `must have at least ${value} elements`),
);

const maxItems = onList(
  (value, { length }, frame) =>
    !isExact(value) || length <= value || frame.judge.fail(frame, `must have at most ${value} elements`),
);

const uniqueItems = onList((value, list, frame) => {
  if (value !== true) return true;
  const seen = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    spend(1);
    checkTime();
    const key = toJson(canonical(item));
    const earlier = seen.get(key);
    if (earlier !== undefined)
      return frame.judge.fail(frame, `must have unique elements: ${earlier} and ${index} are equal`);
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
  // As a list: digits among the keys of an object would be reordered.
  return [null, ...entries.sort(([a], [b]) => (a < b ? -1 : 1)), null];
}

const unevaluatedItems = onList((value, list, frame) => {
  let valid = true;
  list.forEach((item, index) => {
    if (frame.evaluated.items.has(index)) return;
    frame.evaluated.items.add(index);
    if (!frame.judge.apply(value, item, frame, index)) valid = false;
  });
  return valid;
});

export const ARRAY_KEYWORDS: Readonly<Record<string, Keyword>> = {
  prefixItems,
  items,
  additionalItems,
  contains,
  minItems,
  maxItems,
  uniqueItems,
};

/** Judged after everything else. */
export const LATE_ARRAY_KEYWORDS: Readonly<Record<string, Keyword>> = { unevaluatedItems };
