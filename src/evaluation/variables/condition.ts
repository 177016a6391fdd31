/** `@if` and `@unless` (language section 9.4). */
import type { Scope } from './scope.js';

const FALSE: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'null']);

/** True or false; throws VariableFailure for cycles and functions that fail, not for names without a value. */
export function conditionHolds(condition: string, scope: Scope): boolean {
  // Looked for in the written text first: a value that holds the symbol must not move it.
  const written = findComparison(condition);
  if (written) return compare(written, (side) => scope.conditionText(side));
  const text = scope.conditionText(condition);
  const resolved = findComparison(text);
  return resolved ? compare(resolved, (side) => side) : !FALSE.has(text.trim().toLowerCase());
}

interface Comparison {
  readonly left: string;
  readonly right: string;
  readonly equal: boolean;
}

/** Behind a symbol with blanks around it, or at an end of the text; placeholders are passed over. */
function findComparison(text: string): Comparison | undefined {
  const piece = /\{\{|(?<![^ \t])[=!]=(?![^ \t])/g;
  let close = 0;
  let lineEnd = 0;
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    const { index } = found;
    if (found[0] !== '{{') {
      return { left: text.slice(0, index), right: text.slice(index + 2), equal: found[0] === '==' };
    }
    // Neither is looked for again before it is passed: the text may be a whole response.
    if (close < index + 2) close = placeOf('}}', text, index + 2);
    if (lineEnd < index + 2) lineEnd = placeOf('\n', text, index + 2);
    if (close < lineEnd) piece.lastIndex = close + 2;
  }
  return undefined;
}

/** Infinite when there is none. */
function placeOf(part: string, text: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? Infinity : at;
}

function compare({ left, right, equal }: Comparison, textOf: (side: string) => string): boolean {
  return (textOf(left).trim() === textOf(right).trim()) === equal;
}
