/** Searches a whole JSON text at once, which is much faster than value by value. */
import type { JsonTape } from './json-tape.js';
import type { Finder } from './query.js';
import { IN_NAME, IN_VALUE, type TreeMatches } from './tree-matches.js';

/**
 * For a literal text in a document without escapes, where what is written is what is shown. A match between values is
 * none; it never overlaps one inside of a value, since those have quotes around them. False if there are too many.
 */
export function findInSource(tape: JsonTape, finder: Finder, matches: TreeMatches): boolean {
  let value = 0;
  let hasSpace = true;
  finder.run(tape.text, (start, end) => {
    while (value + 1 < tape.size && firstOffset(tape, value + 1) <= start) value++;
    const name = tape.names[value] ?? -1;
    const from = tape.starts[value] ?? 0;
    const nameEnd = name < 0 ? -1 : tape.text.indexOf('"', name + 1) + 1;
    if (name >= 0 && start >= name && end <= nameEnd)
      hasSpace = matches.add(0, value, IN_NAME, start - name, end - name);
    else if (!tape.isContainer(value) && start >= from && end <= (tape.ends[value] ?? 0))
      hasSpace = matches.add(0, value, IN_VALUE, start - from, end - from);
    return hasSpace;
  });
  return hasSpace;
}

function firstOffset(tape: JsonTape, value: number): number {
  const name = tape.names[value] ?? -1;
  return name < 0 ? (tape.starts[value] ?? 0) : name;
}
