/** Reads the `style` attribute of an element. */

export interface InlineStyle {
  /**
   * The value that a property gets; `read` returns undefined for a value that the property cannot have, which has no
   * effect.
   */
  readonly get: <Value>(property: string, read: (value: string) => Value | undefined) => Value | undefined;
}

interface Declaration {
  readonly property: string;
  /** In lower case, with single blanks. */
  readonly value: string;
  readonly isImportant: boolean;
}

export function readInlineStyle(attribute: string): InlineStyle {
  const declarations = splitDeclarations(attribute).flatMap(readDeclaration);
  return {
    get: (property, read) => {
      let found: { readonly value: ReturnType<typeof read>; readonly isImportant: boolean } | undefined;
      for (const declaration of declarations) {
        const { isImportant } = declaration;
        if (declaration.property !== property || (found?.isImportant === true && !isImportant)) continue;
        const value = read(declaration.value);
        if (value !== undefined) found = { value, isImportant };
      }
      return found?.value;
    },
  };
}

function readDeclaration(text: string): Declaration[] {
  const colon = text.indexOf(':');
  if (colon < 0) return [];
  const property = text.slice(0, colon).trim().toLowerCase();
  const written = text.slice(colon + 1).trim();
  const mark = written.lastIndexOf('!');
  const isImportant =
    mark >= 0 &&
    written
      .slice(mark + 1)
      .trim()
      .toLowerCase() === 'important';
  const value = (isImportant ? written.slice(0, mark).trim() : written).toLowerCase();
  const collapsed = value.replaceAll(/\s+/g, ' ');
  return property === '' || value === '' ? [] : [{ property, value: collapsed, isImportant }];
}

/** The declarations without comments and with escapes resolved; quoted texts are emptied, since no rule reads them. */
function splitDeclarations(style: string): string[] {
  if (!/["'\\(]|\/\*/.test(style)) return style.split(';');
  const declarations: string[] = [];
  let current = '';
  let depth = 0;
  for (let at = 0; at < style.length;) {
    const character = style[at] ?? '';
    let end = at + 1;
    if (style.startsWith('/*', at)) {
      end = endOf(style.indexOf('*/', at + 2), 2, style);
      current += ' ';
    } else if (character === '\\') {
      const { text, length } = readEscape(style, at);
      current += text;
      end = at + length;
    } else if (character === '"' || character === "'") {
      end = quotedEnd(style, at, character);
      current += '""';
    } else if (character === ';' && depth === 0) {
      declarations.push(current);
      current = '';
    } else {
      if (character === '(') depth += 1;
      if (character === ')' && depth > 0) depth -= 1;
      end = plainEnd(style, end);
      current += style.slice(at, end);
    }
    at = end;
  }
  return [...declarations, current];
}

function plainEnd(style: string, start: number): number {
  PLAIN.lastIndex = start;
  PLAIN.test(style);
  return PLAIN.lastIndex;
}

/** Also matches nothing, so that it always leaves its place behind. */
const PLAIN = /[^"'\\();/]*/y;

function endOf(found: number, length: number, text: string): number {
  return found < 0 ? text.length : found + length;
}

function quotedEnd(style: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < style.length && style[at] !== quote) at += style[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, style.length);
}

/** `\69` is `i`, with up to six digits and a blank that belongs to them; before any other character it stands for that. */
function readEscape(style: string, at: number): { readonly text: string; readonly length: number } {
  const [all, digits] = /^\\([0-9a-f]{1,6})\s?/i.exec(style.slice(at, at + 8)) ?? [];
  if (all === undefined || digits === undefined) return { text: style[at + 1] ?? '', length: 2 };
  const code = Number.parseInt(digits, 16);
  const isCharacter = code > 0 && code <= 0x10ffff;
  return { text: isCharacter ? String.fromCodePoint(code) : '\ufffd', length: all.length };
}
