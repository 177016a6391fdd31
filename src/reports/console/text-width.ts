/** Columns a text takes on a terminal: wide characters two, marks that join others none. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The longest start of a text that fits into so many columns. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length * 2 <= columns) return text;
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function characterWidth(character: string): number {
  if (character < '\u0300') return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** East Asian Wide and Fullwidth blocks, and what terminals draw as emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]$|^\p{Emoji_Presentation}$/u;
