/** Compares two bodies line by line. */
import { parseJson, toJson } from '../../../../../src/evaluation/values/json.js';
import { diffLines, type DiffLine } from '../../../../../src/primitives/text/line-difference.js';

export type BodyComparison =
  | { readonly kind: 'same' }
  /** JSON that differs only in blanks or in how numbers and texts are written. */
  | { readonly kind: 'same JSON' }
  | { readonly kind: 'too long' }
  | { readonly kind: 'different'; readonly rows: readonly DiffRow[] };

export type DiffRow =
  | (DiffLine & {
      /** The line in the earlier body; 0 if it is not there. */
      readonly before: number;
      readonly after: number;
    })
  | { readonly kind: 'gap'; readonly count: number };

/** Longer bodies would block the page while they are laid out and compared. */
const MAX_LENGTH = 2 * 1024 * 1024;
/** The number of equal lines shown before and after each difference. */
const CONTEXT_LINES = 3;

/** Waits between its steps, so that no step blocks the page for long. */
export async function compareBodies(before: string, after: string): Promise<BodyComparison> {
  if (before === after) return { kind: 'same' };
  if (before.length > MAX_LENGTH || after.length > MAX_LENGTH) return { kind: 'too long' };
  const old = layOut(before);
  await nextTask();
  const now = layOut(after);
  await nextTask();
  const areJson = old !== undefined && now !== undefined;
  if (areJson && old === now) return { kind: 'same JSON' };
  const lines = areJson ? diffLines(old, now) : diffLines(before, after);
  return lines === undefined ? { kind: 'too long' } : { kind: 'different', rows: withoutEqualParts(lines) };
}

/** JSON with one member on each line; undefined for other text. */
function layOut(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return toJson(parseJson(text), 2);
  } catch {
    return undefined;
  }
}

/** Long parts without a difference become one row. */
export function withoutEqualParts(lines: readonly DiffLine[]): DiffRow[] {
  const near = nearChanges(lines);
  const rows: DiffRow[] = [];
  let before = 0;
  let after = 0;
  let left = 0;
  const close = (): void => {
    if (left > 0) rows.push({ kind: 'gap', count: left });
    left = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'added') before++;
    if (line.kind !== 'removed') after++;
    if (near[index] === 0) {
      left++;
      continue;
    }
    close();
    rows.push({
      ...line,
      before: line.kind === 'added' ? 0 : before,
      after: line.kind === 'removed' ? 0 : after,
    });
  }
  close();
  return rows;
}

/** 1 for each line that is shown. */
function nearChanges(lines: readonly DiffLine[]): Uint8Array {
  const near = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    near.fill(1, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  }
  return near;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
