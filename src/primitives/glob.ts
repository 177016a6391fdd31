/**
 * `*` any run of characters, `?` one character; the whole name, case-sensitive.
 * The pieces between stars are found from left to right, so no pattern can make it backtrack.
 */
export function globToMatcher(glob: string): (name: string) => boolean {
  const pieces = glob.split(/\*+/).map((piece) => Array.from(piece));
  const first = pieces[0] ?? [];
  const last = pieces.at(-1) ?? [];
  const inner = pieces.slice(1, -1);
  const shortest = pieces.reduce((sum, piece) => sum + piece.length, 0);

  return (name) => {
    const characters = Array.from(name);
    if (pieces.length === 1) return characters.length === first.length && fits(first, characters, 0);
    if (characters.length < shortest) return false;
    const end = characters.length - last.length;
    if (!fits(first, characters, 0) || !fits(last, characters, end)) return false;
    let from = first.length;
    for (const piece of inner) {
      const found = find(piece, characters, from, end);
      if (found === -1) return false;
      from = found + piece.length;
    }
    return true;
  };
}

function find(piece: readonly string[], characters: readonly string[], from: number, end: number): number {
  for (let at = from; at + piece.length <= end; at += 1) {
    if (fits(piece, characters, at)) return at;
  }
  return -1;
}

function fits(piece: readonly string[], characters: readonly string[], at: number): boolean {
  return piece.every((character, i) => character === '?' || character === characters[at + i]);
}
