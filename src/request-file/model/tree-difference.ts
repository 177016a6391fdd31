import type { RequestFile } from './model.js';

/**
 * The first field in which two trees differ, as `requests[3].url`; undefined when they mean the same.
 * Positions, diagnostics and layout do not count, nor does the text of a body that is written from
 * its fields, nor whatever a built tree leaves to the printer.
 */
export function treeDifference(expected: RequestFile, found: RequestFile): string | undefined {
  return (
    within('comments', lists(expected.comments, found.comments, values)) ??
    within('variables', lists(expected.variables, found.variables, parts)) ??
    within('requests', lists(expected.requests, found.requests, parts))
  );
}

type Part = Readonly<Record<string, unknown>>;
/** Where two values differ, from here on: empty when it is here, undefined when they do not. */
type Compare = (expected: unknown, found: unknown) => string | undefined;

const NOTHING: readonly unknown[] = [];
const UNCOUNTED: ReadonlySet<string> = new Set(['line', 'requestLine', 'layout']);
/** A built assertion has no source text of its value. */
const UNCOUNTED_ALONE: ReadonlySet<string> = new Set([...UNCOUNTED, 'raw']);
const NO_KEYS: ReadonlySet<string> = new Set();

/** Parts of the model. */
const parts: Compare = (expected, found) => {
  if (Array.isArray(expected)) return lists(expected, found ?? NOTHING, parts);
  if (!isObject(expected) || !isObject(found)) return expected === found ? undefined : '';
  for (const key of Object.keys(expected)) {
    if (UNCOUNTED.has(key) || (key === 'raw' && rawMayDiffer(expected))) continue;
    // Metadata and expected values are the user's: there any key counts.
    const compare = key === 'metadata' || key === 'expected' ? values : parts;
    const difference = compare(expected[key], found[key]);
    if (difference !== undefined) return `.${key}${difference}`;
  }
  return surplus(expected, found, UNCOUNTED_ALONE);
};

/** Values of which every part counts. */
const values: Compare = (expected, found) => {
  if (Array.isArray(expected)) return lists(expected, found, values);
  if (!isObject(expected) || !isObject(found)) return expected === found ? undefined : '';
  for (const key of Object.keys(expected)) {
    const difference = values(expected[key], own(found, key));
    if (difference !== undefined) return `.${key}${difference}`;
  }
  return surplus(expected, found, NO_KEYS);
};

function lists(expected: readonly unknown[], found: unknown, compare: Compare): string | undefined {
  if (!Array.isArray(found)) return '';
  const length = Math.max(expected.length, found.length);
  for (let i = 0; i < length; i++) {
    if (i >= expected.length || i >= found.length) return `[${i}]`;
    const difference = compare(expected[i], found[i]);
    if (difference !== undefined) return `[${i}]${difference}`;
  }
  return undefined;
}

/** A field that only the other tree has. */
function surplus(expected: Part, found: Part, uncounted: ReadonlySet<string>): string | undefined {
  for (const key of Object.keys(found)) {
    if (own(expected, key) === undefined && own(found, key) !== undefined && !uncounted.has(key))
      return `.${key}`;
  }
  return undefined;
}

function within(field: string, difference: string | undefined): string | undefined {
  return difference === undefined ? undefined : field + difference;
}

function rawMayDiffer(part: Part): boolean {
  return (
    part['raw'] === undefined || 'fields' in part || (part['contentType'] === 'file' && part['raw'] === '')
  );
}

function isObject(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(part: Part, key: string): unknown {
  return Object.hasOwn(part, key) ? part[key] : undefined;
}
