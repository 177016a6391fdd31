/**
 * `*` matches any run of characters, `?` one character; the whole name must match, with case.
 * The parts between stars are found from left to right, so no pattern can make it backtrack.
 */
export function compileGlob(glob: string): (name: string) => boolean {
  const parts = glob.split(/\*+/).map((part) => Array.from(part));
  const first = parts[0] ?? [];
  const last = parts.at(-1) ?? [];
  const inner = parts.slice(1, -1);
  const shortest = parts.reduce((sum, part) => sum + part.length, 0);

  return (name) => {
    const characters = Array.from(name);
    if (parts.length === 1) return characters.length === first.length && matchesAt(first, characters, 0);
    if (characters.length < shortest) return false;
    const end = characters.length - last.length;
    if (!matchesAt(first, characters, 0) || !matchesAt(last, characters, end)) return false;
    let from = first.length;
    for (const part of inner) {
      const found = find(part, characters, from, end);
      if (found === -1) return false;
      from = found + part.length;
    }
    return true;
  };
}

function find(part: readonly string[], characters: readonly string[], from: number, end: number): number {
  for (let at = from; at + part.length <= end; at += 1) {
    if (matchesAt(part, characters, at)) return at;
  }
  return -1;
}

function matchesAt(part: readonly string[], characters: readonly string[], at: number): boolean {
  return part.every((character, i) => character === '?' || character === characters[at + i]);
}
