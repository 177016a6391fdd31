/** The response of a collection with what is stored in it. */
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { SAMPLE } from '../sampling/made-up.js';
import { hasNoBody } from '../responses/mock-response.js';
import { mergeOver, valueAt, withValueAt } from './merge-values.js';
import { jsonOf, withJson, type OwnResponse } from './own-response.js';
import type { StateRole } from '../responses/state-role.js';
import type { StoredItem } from './state-store.js';

/** The first list of objects in the body, else the first empty list, gets the items; a body without one stays. */
export function withList(own: OwnResponse, role: StateRole, items: readonly StoredItem[]): OwnResponse {
  if (hasNoBody(own.status)) return own;
  if (role.isBodyFree)
    return withJson(
      own,
      items.map((item) => shownItem(item, role, undefined)),
    );
  const body = jsonOf(own);
  const path = body === undefined ? undefined : findList(body, role.isDerived);
  if (path === undefined) return own;
  const samples = valueAt(body, path) as readonly unknown[];
  const shown = items.map((item) => shownItem(item, role, samples[0]));
  const filled = withValueAt(body, path, shown);
  return withJson(own, withCounts(filled, path.slice(0, -1), samples.length, shown.length));
}

/** With what the items of the response have and the stored one lacks. */
function shownItem({ id, value, contentType }: StoredItem, { idKey }: StateRole, sample: unknown): unknown {
  const stored = contentType === undefined ? value : { [idKey]: id };
  return isPlainObject(sample) ? mergeOver(sample, stored) : stored;
}

type JsonPath = readonly (string | number)[];

/** Lists further inside are found only in objects, level by level. */
function findList(body: unknown, isDerived: boolean): JsonPath | undefined {
  let empty: JsonPath | undefined;
  const waiting: JsonPath[] = [[]];
  for (const path of waiting) {
    const value = valueAt(body, path);
    if (Array.isArray(value)) {
      if (isPlainObject(value[0])) return path;
      if (value.length === 0 || (isDerived && isMadeUp(value))) empty ??= path;
    } else if (isPlainObject(value) && path.length < MAX_DEPTH) {
      for (const [key] of entriesOf(value)) waiting.push([...path, key]);
    }
  }
  return empty;
}

/** What nothing but `type array` determines. */
function isMadeUp(list: readonly unknown[]): boolean {
  return list.every((element) => element === SAMPLE);
}

const MAX_DEPTH = 5;

/** `total` and its like beside the list, if they were its length. */
function withCounts(body: unknown, path: JsonPath, before: number, now: number): unknown {
  const parent = valueAt(body, path);
  if (!isPlainObject(parent)) return body;
  const counted = entriesOf(parent).map(([key, value]) =>
    COUNTS.has(key.toLowerCase().replace('_', '')) && value === before
      ? ([key, now] as const)
      : ([key, value] as const),
  );
  return withValueAt(body, path, objectFrom(counted));
}

const COUNTS: ReadonlySet<string> = new Set(['total', 'count', 'size', 'length', 'totalcount', 'totalitems']);
