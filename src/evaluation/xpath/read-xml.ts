/**
 * Reads well-formed XML 1.0 into a tree. Document types are skipped: no entity is ever expanded or fetched, so that
 * neither entity bombs nor external references work.
 */
import { TreeBuilder, type Namespaces, type TreeNode } from './tree.js';

export class MarkupProblem extends Error {}

export interface XmlDocument {
  readonly root: TreeNode;
  /** The prefixes that an expression may use: those that the root element declares. */
  readonly namespaces: Namespaces;
}

/** Throws MarkupProblem. */
export function readXml(text: string): XmlDocument {
  return new XmlReader(text.replace(/\r\n?/g, '\n')).document();
}

/** With these patterns the places of tags are found in the same text again. */
export const NAME = /[^\s/>=<"'&!?;#][^\s/>=<"'&;#]*/y;
export const ATTRIBUTE = /\s+([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
export const TAG_END = /\s*\/?>/y;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

class XmlReader {
  readonly #text: string;
  readonly #builder = new TreeBuilder(true);
  #at = 0;
  #hasRoot = false;

  constructor(text: string) {
    this.#text = text;
  }

  document(): XmlDocument {
    const text = this.#text;
    while (this.#at < text.length) {
      const next = text.indexOf('<', this.#at);
      const end = next < 0 ? text.length : next;
      this.#characters(text.slice(this.#at, end));
      if (next < 0) break;
      this.#at = next;
      this.#markup();
    }
    if (this.#builder.depth > 0) this.#refuse(`<${this.#builder.current}> is not closed`);
    if (!this.#hasRoot) this.#refuse('there is no root element');
    const { root, rootNamespaces: namespaces } = this.#builder;
    return { root, namespaces };
  }

  #refuse(reason: string): never {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    throw new MarkupProblem(`${reason} (line ${line})`);
  }

  #characters(raw: string): void {
    if (raw === '') return;
    if (this.#builder.depth > 0) this.#builder.text(this.#decode(raw));
    else if (raw.trim() !== '') this.#refuse('there is text outside the root element');
  }

  #decode(raw: string): string {
    if (!raw.includes('&')) return raw;
    return raw.replace(
      /&(?:#(\d+)|#x([0-9a-fA-F]+)|([^;&\s]+))?(;?)/g,
      (written, decimal, hex, name, semicolon) => {
        const digits = (decimal ?? hex) as string | undefined;
        const code =
          digits === undefined ? undefined : Number.parseInt(digits, decimal === undefined ? 16 : 10);
        const decoded =
          code === undefined
            ? Object.hasOwn(ENTITIES, String(name)) && ENTITIES[String(name)]
            : code > 0 && code <= 0x10ffff && String.fromCodePoint(code);
        if (typeof decoded !== 'string' || semicolon === '') return this.#refuse(`unknown entity ${written}`);
        return decoded;
      },
    );
  }

  #markup(): void {
    const text = this.#text;
    if (text.startsWith('<!--', this.#at)) return this.#builder.comment(this.#until('<!--', '-->'));
    if (text.startsWith('<![CDATA[', this.#at)) {
      if (this.#builder.depth === 0) this.#refuse('there is text outside the root element');
      return this.#builder.text(this.#until('<![CDATA[', ']]>'));
    }
    if (text.startsWith('<?', this.#at)) return this.#instruction();
    if (text.startsWith('<!DOCTYPE', this.#at)) return this.#documentType();
    if (text.startsWith('</', this.#at)) return this.#endTag();
    return this.#startTag();
  }

  /** The text between two delimiters; continues after the second one. */
  #until(open: string, close: string): string {
    const start = this.#at + open.length;
    const end = this.#text.indexOf(close, start);
    if (end < 0) this.#refuse(`${open} is not closed`);
    this.#at = end + close.length;
    return this.#text.slice(start, end);
  }

  #instruction(): void {
    const content = this.#until('<?', '?>');
    const [, name = '', value = ''] = /^(\S+)\s*(.*)$/s.exec(content) ?? [];
    if (name.toLowerCase() !== 'xml') this.#builder.instruction(name, value);
  }

  #documentType(): void {
    const end = documentTypeEnd(this.#text, this.#at);
    if (end < 0) this.#refuse('<!DOCTYPE is not closed');
    this.#at = end;
  }

  #endTag(): void {
    const name = this.#until('</', '>').trimEnd();
    if (this.#builder.depth === 0 || name !== this.#builder.current) {
      this.#refuse(`</${name.slice(0, 80)}> closes nothing`);
    }
    this.#builder.close();
  }

  #startTag(): void {
    NAME.lastIndex = this.#at + 1;
    const name = NAME.exec(this.#text)?.[0];
    if (name === undefined) return this.#refuse('a tag has no name');
    this.#at += 1 + name.length;
    const attributes = this.#attributes();
    TAG_END.lastIndex = this.#at;
    const tail = TAG_END.exec(this.#text)?.[0];
    if (tail === undefined) return this.#refuse(`<${name}> is malformed`);
    if (this.#builder.depth === 0 && this.#hasRoot) this.#refuse('there is more than one root element');
    this.#hasRoot = true;
    this.#at += tail.length;
    this.#builder.open(name, attributes);
    if (tail.endsWith('/>')) this.#builder.close();
  }

  #attributes(): [string, string][] {
    const attributes = new Map<string, string>();
    for (;;) {
      ATTRIBUTE.lastIndex = this.#at;
      const found = ATTRIBUTE.exec(this.#text);
      if (!found) return [...attributes];
      const [written, name = '', double, single = ''] = found;
      if (attributes.has(name)) this.#refuse(`attribute ${name} is given twice`);
      // Attribute-value normalization (XML 1.0 section 3.3.3).
      attributes.set(name, this.#decode((double ?? single).replace(/[\t\n]/g, ' ')));
      this.#at += written.length;
    }
  }
}

/** Behind a document type, whose internal subset may contain brackets in quotes and comments; -1 when it is not closed. */
export function documentTypeEnd(text: string, start: number): number {
  const piece = /"[^"]*"|'[^']*'|<!--|[[\]<>]/g;
  piece.lastIndex = start + 1;
  let depth = 1;
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    if (found[0] === '<!--') {
      const end = text.indexOf('-->', piece.lastIndex);
      if (end < 0) return -1;
      piece.lastIndex = end + '-->'.length;
    } else if (found[0] === '[' || found[0] === '<') depth++;
    else if (found[0] === ']' || found[0] === '>') depth--;
    if (depth === 0) return piece.lastIndex;
  }
  return -1;
}
