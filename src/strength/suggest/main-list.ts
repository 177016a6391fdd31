/** The list that a response is about, which is rather not empty when a test asks for it. */
import type { JsonValue } from '../../evaluation/values/json.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { PlacePath } from './place-path.js';

/** Members that stand beside what was asked for. */
const BESIDE: ReadonlySet<string> = new Set(
  'meta metadata links included errors warnings extensions paging pagination page'.split(' '),
);
const MAX_WRAPPERS = 3;

/**
 * The body itself, or the only list of records in the objects around it. Undefined without one, and for an object
 * with an id: its lists belong to it and may be empty, such as tags or comments.
 */
export function mainListOf(document: JsonValue): PlacePath | undefined {
  const path: string[] = [];
  let value: JsonValue | undefined = document;
  for (let depth = 0; depth <= MAX_WRAPPERS; depth++) {
    if (Array.isArray(value)) return path;
    if (!isPlainObject(value) || Object.hasOwn(value, 'id')) return undefined;
    const members = Object.entries(value);
    const lists = members.filter(([, member]) => Array.isArray(member));
    const wrappers = members.filter(([name, member]) => isPlainObject(member) && !isBeside(name));
    const inner = onlyMain(lists.length > 0 ? lists : wrappers);
    if (inner === undefined) return undefined;
    const [name, member] = inner;
    if (Array.isArray(member) && members.length > 1 && !member.every(isPlainObject)) return undefined;
    path.push(name);
    value = member;
  }
  return undefined;
}

function onlyMain(members: readonly [string, JsonValue][]): [string, JsonValue] | undefined {
  if (members.length === 1) return members[0];
  const main = members.filter(([name]) => !isBeside(name));
  return main.length === 1 ? main[0] : undefined;
}

function isBeside(name: string): boolean {
  return BESIDE.has(name.replace(/^_/, '').toLowerCase());
}
