/** Formats `1 file`, `2 files`, `2 losses`. */
export function formatCount(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Yields a JSON array item by item, so that a large one is never one string; `indent` is that of its last line. */
export function* jsonArray<T>(
  items: Iterable<T>,
  indent: string,
  itemText: (item: T) => string,
): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield `${separator}\n${indent}  ${itemText(item)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : `\n${indent}]`;
}
