const MAX_CHARACTERS = 4096;

/** The start of a text, with whole characters only: collectors refuse a span whose texts are no UTF-8. */
export function spanText(text: string): string {
  const isCut = text.length > MAX_CHARACTERS;
  const end =
    isCut && isHighSurrogate(text.charCodeAt(MAX_CHARACTERS - 1)) ? MAX_CHARACTERS - 1 : MAX_CHARACTERS;
  return (isCut ? text.slice(0, end) : text).toWellFormed();
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
