import type { RequestFile } from './model.js';

/**
 * The first field in which two trees differ, as `requests[3].url`; undefined when they mean the same.
 * Positions, diagnostics and layout are ignored, and so are the text of a body that is written from its fields and
 * whatever a built tree leaves to the printer.
 */
export function treeDifference(expected: RequestFile, found: RequestFile): string | undefined {
  return (
    within('comments', compareLists(expected.comments, found.comments, compareValues)) ??
    within('variables', compareLists(expected.variables, found.variables, compareParts)) ??
    within('requests', compareLists(expected.requests, found.requests, compareParts))
  );
}

type ModelPart = Readonly<Record<string, unknown>>;
/** The path to the first difference of two values, empty if they differ themselves, undefined if they are equal. */
type Compare = (expected: unknown, found: unknown) => string | undefined;

const EMPTY_LIST: readonly unknown[] = [];
const IGNORED_KEYS: ReadonlySet<string> = new Set(['line', 'requestLine', 'layout']);
/** The parsed tree has `raw`, which a built assertion does not have. */
const IGNORED_WHEN_EXTRA: ReadonlySet<string> = new Set([...IGNORED_KEYS, 'raw']);
const NO_KEYS: ReadonlySet<string> = new Set();

/** Compares parts of the model. */
const compareParts: Compare = (expected, found) => {
  if (Array.isArray(expected)) return compareLists(expected, found ?? EMPTY_LIST, compareParts);
  if (!isObject(expected) || !isObject(found)) return expected === found ? undefined : '';
  for (const key of Object.keys(expected)) {
    if (IGNORED_KEYS.has(key) || (key === 'raw' && rawMayDiffer(expected))) continue;
    // Metadata and expected values have keys of the user, which are all compared.
    const compare = key === 'metadata' || key === 'expected' ? compareValues : compareParts;
    const difference = compare(expected[key], found[key]);
    if (difference !== undefined) return `.${key}${difference}`;
  }
  return extraField(expected, found, IGNORED_WHEN_EXTRA);
};

/** Compares values with all their keys. */
const compareValues: Compare = (expected, found) => {
  if (Array.isArray(expected)) return compareLists(expected, found, compareValues);
  if (!isObject(expected) || !isObject(found)) return expected === found ? undefined : '';
  for (const key of Object.keys(expected)) {
    const difference = compareValues(expected[key], own(found, key));
    if (difference !== undefined) return `.${key}${difference}`;
  }
  return extraField(expected, found, NO_KEYS);
};

function compareLists(expected: readonly unknown[], found: unknown, compare: Compare): string | undefined {
  if (!Array.isArray(found)) return '';
  const length = Math.max(expected.length, found.length);
  for (let i = 0; i < length; i++) {
    if (i >= expected.length || i >= found.length) return `[${i}]`;
    const difference = compare(expected[i], found[i]);
    if (difference !== undefined) return `[${i}]${difference}`;
  }
  return undefined;
}

/** The first field that only the found tree has. */
function extraField(expected: ModelPart, found: ModelPart, ignored: ReadonlySet<string>): string | undefined {
  for (const key of Object.keys(found)) {
    if (own(expected, key) === undefined && own(found, key) !== undefined && !ignored.has(key))
      return `.${key}`;
  }
  return undefined;
}

function within(field: string, difference: string | undefined): string | undefined {
  return difference === undefined ? undefined : field + difference;
}

function rawMayDiffer(part: ModelPart): boolean {
  return (
    part['raw'] === undefined || 'fields' in part || (part['contentType'] === 'file' && part['raw'] === '')
  );
}

function isObject(value: unknown): value is ModelPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(part: ModelPart, key: string): unknown {
  return Object.hasOwn(part, key) ? part[key] : undefined;
}
