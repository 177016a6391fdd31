export type CsvResult =
  | { readonly ok: true; readonly records: readonly CsvRecord[] }
  | { readonly ok: false; readonly line: number; readonly reason: string };

export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** RFC 4180, with LF and CR as line ends too; lines without any character are passed over. */
export function parseCsv(text: string): CsvResult {
  const reader = new CsvReader(text);
  const records: CsvRecord[] = [];
  try {
    for (let record = reader.next(); record; record = reader.next()) {
      if (record.fields.length > 1 || record.fields[0] !== '' || record.quoted) {
        records.push({ line: record.line, fields: record.fields });
      }
    }
  } catch (error) {
    if (error instanceof BadCsv) return { ok: false, line: error.line, reason: error.message };
    throw error;
  }
  return { ok: true, records };
}

class BadCsv extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

const QUOTE = 34;
const COMMA = 44;

class CsvReader {
  readonly #text: string;
  #at: number;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\ufeff') ? 1 : 0;
  }

  next(): (CsvRecord & { readonly quoted: boolean }) | undefined {
    const text = this.#text;
    if (this.#at >= text.length) return undefined;
    const line = this.#line;
    const fields: string[] = [];
    let quoted = false;
    for (;;) {
      if (text.charCodeAt(this.#at) === QUOTE) {
        quoted = true;
        fields.push(this.#quotedField());
      } else fields.push(this.#bareField());
      if (text.charCodeAt(this.#at) !== COMMA) break;
      this.#at++;
    }
    this.#lineEnd();
    return { line, fields, quoted };
  }

  #bareField(): string {
    const text = this.#text;
    const start = this.#at;
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === COMMA || code === 10 || code === 13) break;
      if (code === QUOTE) throw new BadCsv(this.#line, 'a quotation mark inside a field without quotes');
    }
    return text.slice(start, this.#at);
  }

  #quotedField(): string {
    const text = this.#text;
    const opened = this.#line;
    let field = '';
    for (;;) {
      const end = text.indexOf('"', this.#at + 1);
      if (end < 0) throw new BadCsv(opened, 'a quoted field is not closed');
      const piece = text.slice(this.#at + 1, end);
      this.#line += lineEnds(piece);
      field += piece;
      this.#at = end + 1;
      if (text.charCodeAt(this.#at) !== QUOTE) break;
      field += '"';
    }
    const code = text.charCodeAt(this.#at);
    if (this.#at < text.length && code !== COMMA && code !== 10 && code !== 13) {
      throw new BadCsv(this.#line, 'text after a quoted field');
    }
    return field;
  }

  #lineEnd(): void {
    if (this.#text.startsWith('\r\n', this.#at)) this.#at += 2;
    else this.#at++;
    this.#line++;
  }
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
