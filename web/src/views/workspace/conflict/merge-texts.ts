/** Aligns two changed versions of a text with the text they come from. */
import { diffLines } from '../../../../../src/primitives/text/line-difference.js';

export interface MergePart {
  /** `same` in both; changed only in one of them; or changed in `both`, so that somebody has to choose. */
  readonly kind: 'same' | 'theirs' | 'mine' | 'both';
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  /** The numbers of the first line in each text, counted from 1. */
  readonly theirsLine: number;
  readonly mineLine: number;
}

/** The parts of both texts in order; each line of either text is in exactly one of them. */
export function mergeTexts(base: string, theirs: string, mine: string): MergePart[] {
  const lines = { base: base.split('\n'), theirs: theirs.split('\n'), mine: mine.split('\n') };
  const inTheirs = matches(base, theirs);
  const inMine = matches(base, mine);
  const parts: MergePart[] = [];
  let at: Position = { base: 0, theirs: 0, mine: 0 };
  const end: Position = {
    base: lines.base.length,
    theirs: lines.theirs.length,
    mine: lines.mine.length,
  };
  while (at.base < end.base || at.theirs < end.theirs || at.mine < end.mine) {
    const next = nextCommon(at, end.base, inTheirs, inMine) ?? end;
    if (next.base > at.base || next.theirs > at.theirs || next.mine > at.mine) {
      addChange(parts, lines, at, next);
      at = next;
      continue;
    }
    let length = 1;
    while (
      inTheirs.get(at.base + length) === at.theirs + length &&
      inMine.get(at.base + length) === at.mine + length
    ) {
      length++;
    }
    const stop = { base: at.base + length, theirs: at.theirs + length, mine: at.mine + length };
    parts.push(part('same', lines, at, stop));
    at = stop;
  }
  return parts;
}

interface Position {
  readonly base: number;
  readonly theirs: number;
  readonly mine: number;
}

type Lines = Readonly<Record<keyof Position, readonly string[]>>;

/** By line of the base, the equal line of the other text; empty for texts that are too long to be compared. */
function matches(base: string, other: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let left = 0;
  let right = 0;
  for (const { kind } of diffLines(base, other) ?? []) {
    if (kind === 'same') found.set(left++, right++);
    else if (kind === 'removed') left++;
    else right++;
  }
  return found;
}

/** The next line that all three texts have. */
function nextCommon(
  from: Position,
  end: number,
  inTheirs: ReadonlyMap<number, number>,
  inMine: ReadonlyMap<number, number>,
): Position | undefined {
  for (let base = from.base; base < end; base++) {
    const theirs = inTheirs.get(base);
    const mine = inMine.get(base);
    if (theirs !== undefined && mine !== undefined) return { base, theirs, mine };
  }
  return undefined;
}

function addChange(parts: MergePart[], lines: Lines, from: Position, to: Position): void {
  const before = lines.base.slice(from.base, to.base).join('\n');
  const theirs = lines.theirs.slice(from.theirs, to.theirs);
  const mine = lines.mine.slice(from.mine, to.mine);
  const isSame = (some: readonly string[], text: string, count: number): boolean =>
    some.length === count && some.join('\n') === text;
  const count = to.base - from.base;
  const kind = isSame(theirs, mine.join('\n'), mine.length)
    ? 'same'
    : isSame(theirs, before, count)
      ? 'mine'
      : isSame(mine, before, count)
        ? 'theirs'
        : 'both';
  parts.push(part(kind, lines, from, to));
}

function part(kind: MergePart['kind'], lines: Lines, from: Position, to: Position): MergePart {
  return {
    kind,
    theirs: lines.theirs.slice(from.theirs, to.theirs),
    mine: lines.mine.slice(from.mine, to.mine),
    theirsLine: from.theirs + 1,
    mineLine: from.mine + 1,
  };
}

export type Choice = 'theirs' | 'mine' | 'bothTexts';

/** A change of one side only is taken; where both have changed, mine stays until somebody chooses. */
export function firstChoice({ kind }: MergePart): Choice {
  return kind === 'theirs' ? 'theirs' : 'mine';
}

export function chosenLines({ theirs, mine }: MergePart, choice: Choice): readonly string[] {
  if (choice === 'bothTexts') return [...theirs, ...mine];
  return choice === 'theirs' ? theirs : mine;
}

export interface MergedText {
  readonly text: string;
  /** The range of each part in the text, without the line break before it. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
}

/** Without the carriage returns of a text in which every line has one; the editor writes them again. */
export function withoutCarriageReturns(text: string): string {
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? text : text.replaceAll('\r\n', '\n');
}

/** The text that the first choices give. */
export function mergedText(parts: readonly MergePart[]): MergedText {
  let text = '';
  const ranges = parts.map((each) => {
    const from = text.length;
    text += linesText(chosenLines(each, firstChoice(each)));
    return { from, to: text.length };
  });
  // Every line was given a line break, but the last one of a text has none.
  const length = Math.max(0, text.length - 1);
  return {
    text: text.slice(0, length),
    ranges: ranges.map(({ from, to }) => ({ from: Math.min(from, length), to: Math.min(to, length) })),
  };
}

/** Lines as they stand inside of a text, each with its line break. */
export function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
