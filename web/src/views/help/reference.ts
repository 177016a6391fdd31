/** The language reference as the build writes it from the documentation, and how it is searched. Pure. */

export type Inline =
  | string
  | readonly ['code', string]
  | readonly ['strong' | 'em', readonly Inline[]]
  /** The target is an anchor of the same page, or another page of the documentation. */
  | readonly ['link', readonly Inline[], string];

export type Block =
  | readonly ['p', readonly Inline[]]
  | readonly ['list', readonly (readonly Inline[])[]]
  /** The language and the text. */
  | readonly ['code', string, string]
  /** The cells of the head, and of each row. */
  | readonly ['table', readonly (readonly Inline[])[], readonly (readonly (readonly Inline[])[])[]];

export interface Section {
  readonly id: string;
  readonly level: number;
  readonly title: readonly Inline[];
  readonly blocks: readonly Block[];
}

/** Sections that have all words; those with a word in their title come first. */
export function findSections(sections: readonly Section[], text: string): readonly Section[] {
  const words = searchWordsOf(text);
  if (words.length === 0) return sections;
  const found = sections.filter((section) => {
    const content = sectionText(section);
    return words.every((word) => content.includes(word));
  });
  const inTitle = ({ title }: Section): number => {
    const shown = inlineText(title).toLowerCase();
    return words.filter((word) => shown.includes(word)).length;
  };
  return found.toSorted((one, other) => inTitle(other) - inTitle(one));
}

export function searchWordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The text in pieces, every second one of which is one of the words. */
export function splitAtWords(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${pattern})`, 'gi'));
}

export function inlineText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return part[0] === 'code' ? part[1] : inlineText(part[1]);
    })
    .join('');
}

function sectionText(section: Section): string {
  const cached = texts.get(section);
  if (cached !== undefined) return cached;
  const made = [inlineText(section.title), ...section.blocks.map(blockText)].join('\n').toLowerCase();
  texts.set(section, made);
  return made;
}

const texts = new WeakMap<Section, string>();

function blockText(block: Block): string {
  switch (block[0]) {
    case 'p':
      return inlineText(block[1]);
    case 'list':
      return block[1].map(inlineText).join('\n');
    case 'code':
      return block[2];
    case 'table':
      return [block[1], ...block[2]].map((row) => row.map(inlineText).join(' ')).join('\n');
  }
}
