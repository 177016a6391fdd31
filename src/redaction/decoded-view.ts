/** A text with escapes undone, and the position of each of its units in the original. */
export interface View {
  readonly text: string;
  /** One position for every unit and for the end of the text; undefined when the text is the original itself. */
  readonly starts: Int32Array | undefined;
}

/** Decodes `%41` and UTF-8 sequences of them; undefined when there is nothing to decode. */
export function decodePercent(view: View): View | undefined {
  return decoded(view, '%', readPercent);
}

/** Decodes the escapes of JSON strings (RFC 8259 section 7); undefined when there is nothing to decode. */
export function unescapeJson(view: View): View | undefined {
  return decoded(view, '\\', readJsonEscape);
}

interface Escape {
  readonly length: number;
  readonly meaning: string;
}

function decoded(
  view: View,
  sign: string,
  read: (text: string, at: number) => Escape | undefined,
): View | undefined {
  const { text } = view;
  let at = text.indexOf(sign);
  if (at === -1) return undefined;
  const writer = new ViewWriter(view);
  while (at !== -1) {
    const escape = read(text, at);
    if (escape !== undefined) writer.replace(at, escape);
    at = text.indexOf(sign, at + (escape?.length ?? 1));
  }
  return writer.finish();
}

class ViewWriter {
  readonly #view: View;
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  #length = 0;
  #read = 0;

  constructor(view: View) {
    this.#view = view;
    this.#units = new Uint16Array(view.text.length);
    this.#starts = new Int32Array(view.text.length + 1);
  }

  replace(at: number, { length, meaning }: Escape): void {
    this.#copyUntil(at);
    for (let i = 0; i < meaning.length; i += 1) this.#write(meaning.charCodeAt(i), this.#origin(at) + i);
    this.#read = at + length;
  }

  finish(): View | undefined {
    if (this.#read === 0) return undefined;
    this.#copyUntil(this.#view.text.length);
    this.#starts[this.#length] = this.#origin(this.#view.text.length);
    return { text: textOf(this.#units.subarray(0, this.#length)), starts: this.#starts };
  }

  #copyUntil(end: number): void {
    const { text } = this.#view;
    for (; this.#read < end; this.#read += 1) {
      this.#write(text.charCodeAt(this.#read), this.#origin(this.#read));
    }
  }

  #write(unit: number, start: number): void {
    this.#units[this.#length] = unit;
    this.#starts[this.#length] = start;
    this.#length += 1;
  }

  #origin(at: number): number {
    return this.#view.starts === undefined ? at : (this.#view.starts[at] ?? 0);
  }
}

function textOf(units: Uint16Array): string {
  const maxArguments = 8192;
  let text = '';
  for (let at = 0; at < units.length; at += maxArguments) {
    text += String.fromCharCode(...units.subarray(at, at + maxArguments));
  }
  return text;
}

function readPercent(text: string, at: number): Escape | undefined {
  const first = byteAt(text, at);
  if (first === -1) return undefined;
  if (first < 0x80) return { length: 3, meaning: String.fromCharCode(first) };
  const count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let point = first & (0xff >> (count + 1));
  for (let i = 1; i < count; i += 1) {
    const byte = byteAt(text, at + 3 * i);
    if ((byte & 0xc0) !== 0x80) return undefined;
    point = (point << 6) | (byte & 0x3f);
  }
  if (first < 0xc0 || point > 0x10ffff) return undefined;
  return { length: 3 * count, meaning: String.fromCodePoint(point) };
}

/** Returns -1 when there is no `%XX`. */
function byteAt(text: string, at: number): number {
  return text.charCodeAt(at) === 0x25 ? hexNumber(text, at + 1, 2) : -1;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function readJsonEscape(text: string, at: number): Escape | undefined {
  const letter = text[at + 1] ?? '';
  if (letter === 'u') {
    const unit = hexNumber(text, at + 2, 4);
    return unit === -1 ? undefined : { length: 6, meaning: String.fromCharCode(unit) };
  }
  const meaning = SHORT_ESCAPES[letter];
  return meaning === undefined ? undefined : { length: 2, meaning };
}

/** Returns -1 when one of the characters is not a hex digit. */
function hexNumber(text: string, at: number, digits: number): number {
  let number = 0;
  for (let i = at; i < at + digits; i += 1) {
    const unit = text.charCodeAt(i) | 0x20; // lower case
    const digit = unit >= 0x61 ? unit - 0x61 + 10 : text.charCodeAt(i) - 0x30;
    if (!(digit >= 0 && digit <= 15) || (digit > 9 && unit < 0x61)) return -1;
    number = number * 16 + digit;
  }
  return number;
}
