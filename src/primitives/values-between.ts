/**
 * The values that stand between literal texts, or undefined if the text does not match. Every value has at least one
 * character. Each literal is found at its leftmost position, so there is no backtracking and the time is linear.
 */
export function valuesBetween(literals: readonly string[], text: string): readonly string[] | undefined {
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let start = first.length;
  for (let index = 1; index < literals.length - 1; index += 1) {
    const literal = literals[index] ?? '';
    const found = text.indexOf(literal, start + 1);
    if (found < 0 || found + literal.length > end) return undefined;
    values.push(text.slice(start, found));
    start = found + literal.length;
  }
  if (start >= end) return undefined;
  values.push(text.slice(start, end));
  return values;
}
