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
