import type { RequestFile } from './model.js';

/**
 * The first field in which two trees differ, as `requests[3].url`; undefined when they mean the same.
 * Positions, diagnostics and layout do not count, nor does the text of a body that is written from
 * its fields, nor whatever a built tree leaves to the printer.
 */
export function treeDifference(expected: RequestFile, found: RequestFile): string | undefined {
  return (
    listDifference(expected.comments, found.comments, 'comments', exactDifference) ??
    listDifference(expected.variables, found.variables, 'variables', partDifference) ??
    listDifference(expected.requests, found.requests, 'requests', partDifference)
  );
}

type Part = Readonly<Record<string, unknown>>;
type Compare = (expected: unknown, found: unknown, field: string) => string | undefined;

const UNCOUNTED: ReadonlySet<string> = new Set(['line', 'requestLine', 'layout']);
/** Values of the language's users: any key may occur in them. */
const EXACT: ReadonlySet<string> = new Set(['metadata', 'expected']);

const partDifference: Compare = (expected, found, field) => {
  if (Array.isArray(expected)) return listDifference(expected, found, field, partDifference);
  if (!isObject(expected) || !isObject(found)) return expected === found ? undefined : field;
  for (const key of Object.keys(expected)) {
    if (UNCOUNTED.has(key) || (key === 'raw' && rawMayDiffer(expected))) continue;
    const compare = EXACT.has(key) ? exactDifference : partDifference;
    const difference = compare(expected[key], found[key], `${field}.${key}`);
    if (difference !== undefined) return difference;
  }
  return surplus(expected, found, field, (key) => UNCOUNTED.has(key) || key === 'raw');
};

const exactDifference: Compare = (expected, found, field) => {
  if (Array.isArray(expected)) return listDifference(expected, found, field, exactDifference);
  if (!isObject(expected) || !isObject(found)) return expected === found ? undefined : field;
  for (const key of Object.keys(expected)) {
    const difference = exactDifference(expected[key], own(found, key), `${field}.${key}`);
    if (difference !== undefined) return difference;
  }
  return surplus(expected, found, field, () => false);
};

function listDifference(expected: readonly unknown[], found: unknown, field: string, compare: Compare): string | undefined {
  if (!Array.isArray(found)) return expected.length === 0 && found === undefined ? undefined : field;
  for (let i = 0; i < expected.length; i++) {
    if (i >= found.length) return `${field}[${i}]`;
    const difference = compare(expected[i], found[i], `${field}[${i}]`);
    if (difference !== undefined) return difference;
  }
  return found.length > expected.length ? field : undefined;
}

/** A field that only the other tree has. */
function surplus(expected: Part, found: Part, field: string, ignored: (key: string) => boolean): string | undefined {
  for (const key of Object.keys(found)) {
    if (own(expected, key) !== undefined || own(found, key) === undefined || ignored(key)) continue;
    return `${field}.${key}`;
  }
  return undefined;
}

function rawMayDiffer(part: Part): boolean {
  return part['raw'] === undefined || 'fields' in part || (part['contentType'] === 'file' && part['raw'] === '');
}

function isObject(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(part: Part, key: string): unknown {
  return Object.hasOwn(part, key) ? part[key] : undefined;
}
