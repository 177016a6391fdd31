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
  const symbol = /\{\{|(?<![^ \t])([=!]=)(?![^ \t])/g;
  for (let match = symbol.exec(text); match; match = symbol.exec(text)) {
    if (match[1] !== undefined) return comparisonAt(text, match.index);
    const end = text.indexOf('}}', match.index + 2);
    // Without an end there are no more placeholders: looking for it again and again would take for ever.
    if (end === -1) return findPlainComparison(text, match.index);
    symbol.lastIndex = end + 2;
  }
  return undefined;
}

function findPlainComparison(text: string, from: number): Comparison | undefined {
  const symbol = /(?<![^ \t])[=!]=(?![^ \t])/g;
  symbol.lastIndex = from;
  const match = symbol.exec(text);
  return match ? comparisonAt(text, match.index) : undefined;
}

function comparisonAt(text: string, at: number): Comparison {
  return { left: text.slice(0, at), right: text.slice(at + 2), equal: text[at] === '=' };
}

function compare({ left, right, equal }: Comparison, textOf: (side: string) => string): boolean {
  return (textOf(left).trim() === textOf(right).trim()) === equal;
}
