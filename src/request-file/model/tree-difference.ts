import type { RequestFile } from './model.js';
import { isPlainObject } from '../../primitives/plain-object.js';

/**
 * The first field in which two trees differ, as `requests[3].url`; undefined when they mean the same.
 * Positions, diagnostics, layout and what scripts mean are ignored, and so are the text of a body that is written from its fields and
 * whatever a built tree leaves to the printer.
 */
export function treeDifference(expected: RequestFile, found: RequestFile): string | undefined {
  return difference(comparedParts(expected), comparedParts(found), true)?.slice(1);
}

type ModelPart = Readonly<Record<string, unknown>>;

function comparedParts({ comments, variables, requests }: RequestFile): ModelPart {
  return { comments, variables, requests };
}

const EMPTY_LIST: readonly unknown[] = [];
const IGNORED_KEYS: ReadonlySet<string> = new Set([
  'line',
  'requestLine',
  'layout',
  'scriptAssertions',
  'scriptCaptures',
  'scriptSets',
  'untranslatedScripts',
  'clientAuth',
]);

/**
 * The path to the first difference of two values, empty if they differ themselves, undefined if they are equal. Parts of
 * the model have fields that do not count; metadata and expected values have keys of the user, which all count.
 */
function difference(expected: unknown, found: unknown, isModel: boolean): string | undefined {
  if (expected === found) return undefined;
  if (Array.isArray(expected))
    return listDifference(expected, isModel ? (found ?? EMPTY_LIST) : found, isModel);
  if (!isPlainObject(expected) || !isPlainObject(found)) return expected === found ? undefined : '';
  for (const key of Object.keys(expected)) {
    // Most fields are equal texts, for which nothing else needs to be looked at.
    if (expected[key] === found[key] || (isModel && isIgnored(key, expected))) continue;
    const isModelKey = isModel && key !== 'metadata' && key !== 'expected';
    const path =
      isModel && key === 'metadata'
        ? metadataDifference(expected[key], own(found, key))
        : difference(expected[key], own(found, key), isModelKey);
    if (path !== undefined) return `.${key}${path}`;
  }
  for (const key of Object.keys(found)) {
    const isExtra = !Object.hasOwn(expected, key) && found[key] !== undefined;
    if (isExtra && !(isModel && isIgnored(key, expected))) return `.${key}`;
  }
  return undefined;
}

/** The conditions of `@set` and `@mock.when` are parts of the model in the midst of keys of the user. */
function metadataDifference(expected: unknown, found: unknown): string | undefined {
  if (!isPlainObject(expected) || !isPlainObject(found)) return difference(expected, found, false);
  const { set, 'mock.when': when, ...others } = expected;
  const { set: foundSet, 'mock.when': foundWhen, ...foundOthers } = found;
  return (
    difference(others, foundOthers, false) ??
    conditionsDifference('set', set, foundSet) ??
    conditionsDifference('mock.when', when, foundWhen)
  );
}

function conditionsDifference(key: string, expected: unknown, found: unknown): string | undefined {
  if (expected === found) return undefined;
  const path = difference(expected ?? EMPTY_LIST, found ?? EMPTY_LIST, true);
  return path === undefined ? undefined : `.${key}${path}`;
}

function listDifference(expected: readonly unknown[], found: unknown, isModel: boolean): string | undefined {
  if (!Array.isArray(found)) return '';
  const length = Math.max(expected.length, found.length);
  for (let i = 0; i < length; i++) {
    if (i >= expected.length || i >= found.length) return `[${i}]`;
    const path = difference(expected[i], found[i], isModel);
    if (path !== undefined) return `[${i}]${path}`;
  }
  return undefined;
}

/** The raw text may differ where it is built from other fields; a built assertion has none. */
function isIgnored(key: string, part: ModelPart): boolean {
  if (key !== 'raw') return IGNORED_KEYS.has(key);
  return (
    part['raw'] === undefined || 'fields' in part || (part['contentType'] === 'file' && part['raw'] === '')
  );
}

function own(part: ModelPart, key: string): unknown {
  return Object.hasOwn(part, key) ? part[key] : undefined;
}
