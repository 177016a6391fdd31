/** Reads `$'…'` of the shell, with its C escapes. */

export interface AnsiQuoted {
  readonly text: string;
  /** The offset behind the closing quote. */
  readonly end: number;
  /** False when byte escapes are not valid UTF-8; invalid parts are replaced by U+FFFD. */
  readonly isText: boolean;
}

/** Reads from the first character behind the opening quote; undefined when it is never closed. */
export function readAnsiQuoted(source: string, start: number): AnsiQuoted | undefined {
  const pieces: string[] = [];
  const bytes: Uint8Array[] = [];
  let hasBytes = false;
  const flush = (): void => {
    if (pieces.length > 0) bytes.push(Buffer.from(pieces.splice(0).join(''), 'utf8'));
  };
  for (let at = start; at < source.length;) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(source)?.[0] ?? '';
    if (plain !== '') pieces.push(plain);
    at += plain.length;
    if (source[at] === "'") {
      if (!hasBytes) return { text: pieces.join(''), end: at + 1, isText: true };
      flush();
      return { ...decode(Buffer.concat(bytes)), end: at + 1 };
    }
    if (at >= source.length) break;
    const escape = readEscape(source, at + 1);
    if (escape.byte === undefined) pieces.push(escape.text);
    else {
      flush();
      bytes.push(Uint8Array.of(escape.byte));
      hasBytes = true;
    }
    at = escape.end;
  }
  return undefined;
}

const PLAIN = /[^'\\]+/y;

interface Escape {
  readonly text: string;
  readonly byte?: number;
  readonly end: number;
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['?', '?'],
]);

const NUMERIC = /x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([\s\S])/y;

/** Reads behind a backslash; a backslash that escapes nothing stays. */
function readEscape(source: string, at: number): Escape {
  const letter = LETTERS.get(source[at] ?? '');
  if (letter !== undefined) return { text: letter, end: at + 1 };
  NUMERIC.lastIndex = at;
  const match = NUMERIC.exec(source);
  if (!match) return { text: `\\${source[at] ?? ''}`, end: at + 1 };
  const end = at + match[0].length;
  const [, hex, octal, short, long, control] = match;
  if (control !== undefined) return { text: String.fromCharCode(control.charCodeAt(0) & 31), end };
  if (short !== undefined || long !== undefined) return { text: codePoint(short ?? long ?? ''), end };
  const byte = (hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16)) & 255;
  return byte < 128 ? { text: String.fromCharCode(byte), end } : { text: '', byte, end };
}

function codePoint(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);
}

function decode(bytes: Uint8Array): { text: string; isText: boolean } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { text, isText: Buffer.from(text, 'utf8').equals(bytes) };
}
