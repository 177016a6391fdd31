/** The shortest input found that still breaks a rule: pieces are cut out as long as it does. */
export async function minimized(
  input: string,
  isBroken: (input: string) => Promise<boolean>,
  maxMs: number,
): Promise<string> {
  const end = performance.now() + maxMs;
  let best = input;
  for (let piece = Math.ceil(best.length / 2); piece >= 1; piece = Math.floor(piece / 2)) {
    for (let at = 0; at < best.length;) {
      if (performance.now() > end) return best;
      const shorter = best.slice(0, at) + best.slice(at + piece);
      if (await isBroken(shorter)) best = shorter;
      else at += piece;
    }
  }
  return best;
}
