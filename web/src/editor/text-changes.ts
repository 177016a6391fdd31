/** The smallest changes that turn a text into another one, so that cursor and view stay where they are. */
import { diffLines } from '../../../src/primitives/text/line-difference.js';

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Offsets are those of the text before; line breaks are LF. */
export function changesBetween(before: string, after: string): TextChange[] {
  const lines = diffLines(before, after);
  if (lines === undefined) return trimmed(before, { from: 0, to: before.length, insert: after });
  const changes: TextChange[] = [];
  let at = 0;
  let change: TextChange | undefined;
  const finish = (): void => {
    if (change !== undefined) changes.push(...trimmed(before, withinText(before, change)));
    change = undefined;
  };
  for (const { kind, text } of lines) {
    const line = `${text}\n`;
    if (kind === 'same') {
      finish();
      at += line.length;
      continue;
    }
    const { from, to, insert } = change ?? { from: at, to: at, insert: '' };
    if (kind === 'removed') at += line.length;
    change = kind === 'removed' ? { from, to: at, insert } : { from, to, insert: insert + line };
  }
  finish();
  return changes;
}

/**
 * Every line was given a line break, but the last one of a text has none: a change at the end takes the line break
 * before it instead.
 */
function withinText(before: string, change: TextChange): TextChange {
  const { from, to, insert } = change;
  if (to <= before.length) return change;
  if (from === 0) return { from, to: before.length, insert: insert.slice(0, -1) };
  return { from: from - 1, to: to - 1, insert: `\n${insert}`.slice(0, -1) };
}

/** Leaves out what the text and its replacement begin and end with. */
function trimmed(before: string, { from, to, insert }: TextChange): TextChange[] {
  const removed = before.slice(from, to);
  const shorter = Math.min(removed.length, insert.length);
  let start = 0;
  while (start < shorter && removed[start] === insert[start]) start++;
  let end = 0;
  while (end < shorter - start && removed.at(-1 - end) === insert.at(-1 - end)) end++;
  if (start === removed.length && start === insert.length) return [];
  return [{ from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) }];
}
