/** Two texts as one in the unified format, which `git apply` and `patch` read. */
import { diffLines, type DiffLine } from './line-difference.js';

/** Lines around a change that stay. */
const CONTEXT_LINES = 3;

/** Empty when the texts are equal. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const lines = withEnds(compare(linesOf(before), linesOf(after)), before, after);
  const places = { old: countsOf(lines, 'added'), new: countsOf(lines, 'removed') };
  const parts = changedParts(lines).map((part) => partText(lines, part, places));
  return `--- a/${file}\n+++ b/${file}\n${parts.join('')}`;
}

/** Without the empty text behind the last line feed. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function compare(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  return (
    onlyAdded(before, after) ??
    diffLines(before.join('\n'), after.join('\n')) ?? [
      ...before.map((text) => ({ kind: 'removed', text }) as const),
      ...after.map((text) => ({ kind: 'added', text }) as const),
    ]
  );
}

/** Linear for texts of any length; undefined unless all lines of the first are in the second, in their order. */
function onlyAdded(before: readonly string[], after: readonly string[]): readonly DiffLine[] | undefined {
  let at = 0;
  const lines = after.map((text): DiffLine => {
    if (at >= before.length || before[at] !== text) return { kind: 'added', text };
    at++;
    return { kind: 'same', text };
  });
  return at === before.length ? lines : undefined;
}

interface EndedLine extends DiffLine {
  /** Whether the file ends behind it without a line feed. */
  readonly isUnended?: boolean;
}

/** A last line with and without its line feed are two different lines. */
function withEnds(lines: readonly DiffLine[], before: string, after: string): readonly EndedLine[] {
  const open = { before: isUnended(before), after: isUnended(after) };
  if (!open.before && !open.after) return lines;
  const lastBefore = lines.findLastIndex(({ kind }) => kind !== 'added');
  const lastAfter = lines.findLastIndex(({ kind }) => kind !== 'removed');
  return lines.flatMap((line, at): readonly EndedLine[] => {
    const left = at === lastBefore && open.before;
    const right = at === lastAfter && open.after;
    if (line.kind !== 'same') return [{ ...line, isUnended: line.kind === 'removed' ? left : right }];
    if (left === right) return [{ ...line, isUnended: left }];
    return [
      { kind: 'removed', text: line.text, isUnended: left },
      { kind: 'added', text: line.text, isUnended: right },
    ];
  });
}

function isUnended(text: string): boolean {
  return text !== '' && !text.endsWith('\n');
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Changes that are so near to each other that their context lines overlap or meet form one hunk. */
function changedParts(lines: readonly DiffLine[]): readonly Part[] {
  const parts: { start: number; end: number }[] = [];
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    const start = Math.max(0, at - CONTEXT_LINES);
    const end = Math.min(lines.length, at + 1 + CONTEXT_LINES);
    const last = parts.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else parts.push({ start, end });
  }
  return parts;
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', removed: '-', added: '+' };

interface Places {
  readonly old: Uint32Array;
  readonly new: Uint32Array;
}

/** How many lines before each one are in a text, which has all but those of a kind. */
function countsOf(lines: readonly DiffLine[], other: DiffLine['kind']): Uint32Array {
  const counts = new Uint32Array(lines.length + 1);
  for (const [at, { kind }] of lines.entries()) counts[at + 1] = (counts[at] ?? 0) + (kind === other ? 0 : 1);
  return counts;
}

function partText(lines: readonly EndedLine[], { start, end }: Part, places: Places): string {
  const range = (counts: Uint32Array): string => {
    const before = counts[start] ?? 0;
    const size = (counts[end] ?? 0) - before;
    return `${size === 0 ? before : before + 1},${size}`;
  };
  const text = lines
    .slice(start, end)
    .map(
      ({ kind, text, isUnended: open }) =>
        `${SIGNS[kind]}${text}\n${open ? '\\ No newline at end of file\n' : ''}`,
    );
  return `@@ -${range(places.old)} +${range(places.new)} @@\n${text.join('')}`;
}
