/** The lines on which the operations of a description begin, in YAML or JSON. */
import type { ApiOperation } from '../../documents/api-operations.js';
import { escapePattern } from '../../primitives/text/escape-pattern.js';

/** After so many paths that are not found as they are written, no more are searched for. */
const MAX_MISSES = 20;

/** One for each operation, counted from 1; 1 for one that is not found. */
export function findOperationLines(text: string, operations: readonly ApiOperation[]): readonly number[] {
  const starts = lineStarts(text);
  let path = '';
  let at = Math.max(0, text.search(/^\s*["']?paths["']?\s*:|"paths"\s*:/m));
  let misses = 0;
  let isFound = false;
  return operations.map((operation) => {
    if (operation.path !== path && misses < MAX_MISSES) {
      ({ path } = operation);
      const found = findKey(text, path, at);
      isFound = found >= 0;
      if (isFound) at = found;
      else misses += 1;
    }
    if (!isFound || operation.path !== path) return 1;
    return lineOf(starts, findMethod(text, operation, at));
  });
}

/** Where the key stands, with or without quotes; -1 when it does not. */
function findKey(text: string, key: string, from: number): number {
  for (const written of new Set([key, key.replaceAll('/', '\\/')])) {
    for (let at = text.indexOf(written, from); at >= 0; at = text.indexOf(written, at + 1)) {
      const isStart = /[\s"'{,]/.test(text[at - 1] ?? ' ');
      if (isStart && /^["']?\s*:/.test(text.slice(at + written.length, at + written.length + 20))) return at;
    }
  }
  return -1;
}

/** Characters of a path in which its methods are searched for. */
const MAX_PATH_LENGTH = 200_000;

/** One that is written elsewhere has the place of its path. */
function findMethod(text: string, { method, path }: ApiOperation, at: number): number {
  const rest = text.slice(at + path.length, at + MAX_PATH_LENGTH);
  const key = new RegExp(`(?:^|[\\s{,])["']?${escapePattern(method.toLowerCase())}["']?\\s*:`, 'm').exec(
    rest,
  );
  if (!key) return at;
  const blanks = /^[\s{,]*/.exec(key[0])?.[0].length ?? 0;
  return at + path.length + key.index + blanks;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
