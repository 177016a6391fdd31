/** Renders a page as CommonMark with GFM tables and strikethrough. */
import { InlineMarkdown } from './inline-markdown.js';
import { escapeLineStarts, formatCodeBlock } from './markdown-text.js';
import { readTable, type TableView } from './table.js';
import { rawText } from './to-text.js';
import { elementsOf, isText, LISTS, type ElementView, type View } from './view.js';

/** `base` is the address that links are relative to. */
export function renderMarkdown(body: ElementView, base: string): string {
  const text = new Markdown(base).blocks(body.children).map(textOf).join('\n\n');
  return text === '' ? '' : `${text}\n`;
}

interface Block {
  readonly text: string;
  readonly isList?: true;
}

/** Larger tables are written without padding their short rows. */
const MAX_PADDED_CELLS = 100_000;

function textOf({ text }: Block): string {
  return text;
}

function blockOf(text: string): Block[] {
  return text === '' ? [] : [{ text }];
}

class Markdown {
  private readonly inline: InlineMarkdown;

  constructor(base: string) {
    this.inline = new InlineMarkdown(base);
  }

  /** Text between blocks is a paragraph. */
  blocks(views: readonly View[]): Block[] {
    const blocks: Block[] = [];
    let run: View[] = [];
    const endRun = (): void => {
      if (run.length > 0) blocks.push(...this.paragraph(run));
      run = [];
    };
    for (const view of views) {
      if (isText(view) || !view.isBlock) run.push(view);
      else {
        endRun();
        for (const block of this.block(view)) blocks.push(block);
      }
    }
    endRun();
    return blocks;
  }

  private paragraph(run: readonly View[]): Block[] {
    return blockOf(escapeLineStarts(this.inline.text(run)));
  }

  private block(element: ElementView): Block[] {
    const { name, children } = element;
    const [, level] = /^h([1-6])$/.exec(name) ?? [];
    if (level !== undefined) return this.heading(element, Number(level));
    if (LISTS.has(name)) return this.list(element);
    if (name === 'pre') return codeBlock(element);
    if (name === 'table') return this.table(element);
    if (name === 'blockquote') return this.quote(element);
    if (name === 'hr') return blockOf('---');
    return name === 'a' ? this.paragraph([element]) : this.blocks(children);
  }

  private heading({ children }: ElementView, level: number): Block[] {
    const text = this.inline.line(children).replace(/(#+)$/, '\\$1');
    return text === '' ? [] : blockOf(`${'#'.repeat(level)} ${text}`);
  }

  private quote({ children }: ElementView): Block[] {
    const text = this.blocks(children).map(textOf).join('\n\n');
    return text === '' ? [] : blockOf(text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>'));
  }

  private list(list: ElementView): Block[] {
    const items: (readonly Block[])[] = [];
    let stray: View[] = [];
    const endStray = (): void => {
      const found = this.blocks(stray);
      if (found.length > 0) items.push(found);
      stray = [];
    };
    for (const child of list.children) {
      if (isText(child) || child.name !== 'li') stray.push(child);
      else {
        endStray();
        items.push(this.blocks(child.children));
      }
    }
    endStray();
    const isEmpty = items.every((item) => item.length === 0);
    return isEmpty ? [] : [{ text: listText(list, items), isList: true }];
  }

  private table(element: ElementView): Block[] {
    const table = readTable(element);
    if (table === undefined) return this.blocks(cellsOf(element));
    const captions = table.captions.flatMap(({ children }) => this.blocks(children));
    return [...captions, ...blockOf(this.tableText(table))];
  }

  private tableText({ rows }: TableView): string {
    const lines = rows.map((row) =>
      row.map((cell) => (cell === undefined ? '' : this.inline.line(cell.children).replaceAll('|', '\\|'))),
    );
    const [header, ...others] = lines;
    if (header === undefined || lines.every((line) => line.every((cell) => cell === ''))) return '';
    const width = lines.reduce((max, line) => Math.max(max, line.length), 0);
    const drawn = (cells: readonly string[], minCells: number): string =>
      `| ${cells.join(' | ')}${' | '.repeat(Math.max(minCells - cells.length, 0))} |`;
    const rule = drawn(
      Array.from({ length: width }, () => '---'),
      width,
    );
    // GFM adds missing cells to a row, but not to the header; padding a row only looks better.
    const minCells = width * lines.length <= MAX_PADDED_CELLS ? width : 0;
    return [drawn(header, width), rule, ...others.map((line) => drawn(line, minCells))].join('\n');
  }
}

/** The cells of a table that is used for layout only. */
function cellsOf(view: ElementView): readonly View[] {
  return view.children.flatMap((child) =>
    !isText(child) && /^(?:tbody|thead|tfoot|tr)$/.test(child.name) ? cellsOf(child) : [child],
  );
}

function codeBlock(element: ElementView): Block[] {
  const text = rawText(element).replace(/\n$/, '');
  return text.trim() === '' ? [] : blockOf(formatCodeBlock(text, languageOf(element)));
}

function languageOf(element: ElementView): string {
  for (const { attribute } of [element, ...elementsOf(element)]) {
    const [, language] = /(?:^|\s)language-([\w#+.-]+)/.exec(attribute('class') ?? '') ?? [];
    if (language !== undefined) return language;
  }
  return '';
}

function listText(list: ElementView, items: readonly (readonly Block[])[]): string {
  const start = Number.parseInt(list.attribute('start') ?? '1', 10);
  const isOrdered = list.name === 'ol';
  let number = Number.isNaN(start) || start < 0 ? 1 : start;
  const isTight = items.every((item) => item.filter(({ isList }) => !isList).length < 2);
  const lines: string[] = [];
  for (const item of items) {
    const marker = isOrdered ? `${number++}. ` : '- ';
    const text = item.map(textOf).join(isTight ? '\n' : '\n\n');
    const indent = ' '.repeat(marker.length);
    lines.push((marker + text.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)).trimEnd());
  }
  return lines.join(isTight ? '\n' : '\n\n');
}
