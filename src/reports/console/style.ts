/** ANSI styles for one stream; a stream without colour gets the text back as it is. */
export type StyleName = keyof typeof CODES;
export type Styler = (style: StyleName, text: string) => string;

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export function styler(coloured: boolean): Styler {
  if (!coloured) return (_, text) => text;
  return (style, text) => {
    const [open, close] = CODES[style];
    return `\u001b[${open}m${text}\u001b[${close}m`;
  };
}
