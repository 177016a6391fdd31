/** Another name for a member, as a rewrite of an API would give it. */

/** `created_at` for `createdAt` and the reverse, or another first letter; never a name of `taken`. */
export function renamedKey(key: string, taken: ReadonlySet<string>): string {
  const words = otherCase(key);
  if (words !== key && !taken.has(words)) return words;
  const first = key.charAt(0);
  const letter = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  const capital = letter + key.slice(1);
  if (capital !== key && !taken.has(capital)) return capital;
  let longer = `${key}_`;
  while (taken.has(longer)) longer += '_';
  return longer;
}

function otherCase(key: string): string {
  if (/[a-z\d]_[a-z\d]/.test(key))
    return key.replaceAll(
      /([a-z\d])_([a-z\d])/g,
      (_, before: string, after: string) => before + after.toUpperCase(),
    );
  return key.replaceAll(
    /([a-z\d])([A-Z])/g,
    (_, before: string, after: string) => `${before}_${after.toLowerCase()}`,
  );
}
