/** The difference of two texts with several lines. */
import { textWindows } from '../../evaluation/values/text-window.js';
import { jsonLine } from '../../evaluation/values/json-text.js';
import { cutText, MAX_SHOWN_LENGTH } from '../../evaluation/values/value-text.js';
import { diffLines, type DiffLine } from '../../primitives/text/line-difference.js';

/** The number of equal lines shown before and after each difference. */
const CONTEXT_LINES = 1;

/**
 * Lines such as `- 3 | old` and `+ 3 | new` with the numbers of the lines; undefined when neither text has several
 * lines, or when they are too long to be compared.
 */
export function textDifference(
  expected: string,
  actual: string,
  maxLines: number,
): readonly string[] | undefined {
  if (!expected.includes('\n') && !actual.includes('\n')) return undefined;
  const lines = diffLines(expected, actual);
  if (lines === undefined) return undefined;
  const shown = numbered(lines).filter((_line, at) => isNearChange(lines, at));
  const width = String(shown.reduce((last, { number }) => Math.max(last, number), 0)).length;
  const texts = withWindows(shown).map(({ kind, number, text }) =>
    `${SIGNS[kind]} ${String(number).padStart(width)} | ${text}`.trimEnd(),
  );
  const end = expected.endsWith('\n') === actual.endsWith('\n') ? [] : [endNote(expected)];
  if (texts.length <= maxLines) return [...texts, ...end];
  return [...texts.slice(0, maxLines - 1), `... ${texts.length - maxLines + 1} more`, ...end];
}

function endNote(expected: string): string {
  return `(only the ${expected.endsWith('\n') ? 'expected' : 'actual'} text ends with a line break)`;
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', removed: '-', added: '+' };

interface NumberedLine extends DiffLine {
  /** The line in the expected text when it was removed, in the actual one otherwise; from 1. */
  readonly number: number;
}

function numbered(lines: readonly DiffLine[]): readonly NumberedLine[] {
  let expected = 0;
  let actual = 0;
  return lines.map((line) => {
    if (line.kind !== 'added') expected++;
    if (line.kind !== 'removed') actual++;
    return { ...line, number: line.kind === 'removed' ? expected : actual };
  });
}

function isNearChange(lines: readonly DiffLine[], at: number): boolean {
  // The line break at the end of both texts is no line.
  if (at === lines.length - 1 && lines[at]?.kind === 'same' && lines[at].text === '') return false;
  const near = lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1);
  return near.some(({ kind }) => kind !== 'same');
}

/** A changed line is shown around its first difference when it is long. */
function withWindows(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  const shown: NumberedLine[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const isPair = line.kind === 'added' && before?.kind === 'removed' && lines[at + 1]?.kind !== 'added';
    if (isPair && lines[at - 2]?.kind !== 'removed') {
      const { expected, actual, position } = textWindows(before.text, line.text, MAX_SHOWN_LENGTH);
      const areQuoted = position !== undefined || !isVisible(before.text) || !isVisible(line.text);
      shown.pop();
      shown.push(
        { ...before, text: areQuoted ? expected : before.text },
        { ...line, text: areQuoted ? actual : line.text },
      );
    } else {
      shown.push({ ...line, text: lineText(line.text) });
    }
  }
  return shown;
}

function lineText(text: string): string {
  const start = cutText(text, MAX_SHOWN_LENGTH);
  const isCut = start.length < text.length;
  return `${isVisible(start) && !isCut ? start : jsonLine(start)}${isCut ? '...' : ''}`;
}

/** Blanks at the end of a line, and a line of blanks, are only seen in quotes. */
function isVisible(text: string): boolean {
  return text === text.trimEnd();
}
