/** Takes the header lines that assertions look at out of a head, so that any other header may differ. */
import type { Subject } from '../../request-file/expressions/parse-subject.js';

/** Names in lower case. */
export type CheckedNames = ReadonlySet<string> | 'all';

/** What decoding and reading a body depends on. */
const BODY_NAMES = ['content-type', 'content-encoding'];

export function checkedNames(subjects: readonly Subject[], readsBody: boolean): CheckedNames {
  if (subjects.some(({ kind }) => kind === 'headers')) return 'all';
  const names = subjects.flatMap((subject) => {
    if (subject.kind === 'header') return [subject.name.toLowerCase()];
    return subject.kind === 'cookie' ? ['set-cookie'] : [];
  });
  return new Set(readsBody ? [...names, ...BODY_NAMES] : names);
}

export class CheckedHead {
  readonly #names: CheckedNames;
  readonly #lengths: ReadonlySet<number>;
  #text = '';
  #lines = '';

  constructor(names: CheckedNames) {
    this.#names = names;
    this.#lengths = new Set(names === 'all' ? [] : [...names].map(({ length }) => length));
  }

  /** The lines with their line breaks; `text` has all header lines, one byte per character. */
  linesIn(text: string): string {
    const names = this.#names;
    if (names === 'all' || text === this.#text) return names === 'all' ? text : this.#lines;
    let lines = '';
    for (let start = 0; start < text.length;) {
      const end = text.indexOf('\r\n', start) + 2;
      const colon = text.indexOf(':', start);
      if (this.#lengths.has(colon - start) && names.has(text.slice(start, colon).toLowerCase()))
        lines += text.slice(start, end);
      start = end;
    }
    this.#text = text;
    this.#lines = lines;
    return lines;
  }
}
