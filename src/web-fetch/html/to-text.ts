/** Renders a page as plain text. */
import { readTable, type TableView } from './table.js';
import { isBlockName, isText, LISTS, type ElementView, type View } from './view.js';

export function renderText(body: ElementView): string {
  const writer = new TextWriter();
  writer.children(body);
  return writer.finished();
}

/** Blocks with a blank line before and after them. */
const SPACED: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol menu dir dl table blockquote pre hr'.split(' '),
);

class TextWriter {
  private text = '';
  /** The number of line ends before the next text. */
  private breaks = 0;
  /** The markers of list items that have no text yet. */
  private markers: string[] = [];
  private level = 0;
  /** Whether a blank must follow what was written last. */
  private isSetOff = false;

  finished(): string {
    const text = this.text.trimEnd();
    return text === '' ? '' : `${text}\n`;
  }

  children({ children }: ElementView): void {
    for (const child of children) this.view(child);
  }

  private view(view: View): void {
    if (isText(view)) this.write(view.text);
    else this.element(view);
  }

  private element(element: ElementView): void {
    const { name } = element;
    if (name === 'br') this.breakLines(1);
    else if (name === 'img') this.setOff((element.attribute('alt') ?? '').replaceAll(/\s+/g, ' ').trim());
    else if (!element.isBlock) this.children(element);
    else this.block(element);
  }

  private block(element: ElementView): void {
    const { name } = element;
    // Inside a list there are no blank lines, which would separate the items.
    const space = SPACED.has(name) && !(this.level > 0 && (LISTS.has(name) || name === 'p')) ? 2 : 1;
    this.breakLines(space);
    if (LISTS.has(name)) this.list(element);
    else if (name === 'pre') this.preformatted(element);
    else if (name === 'table') this.table(element);
    else this.children(element);
    this.breakLines(space);
  }

  private list(list: ElementView): void {
    const start = Number.parseInt(list.attribute('start') ?? '1', 10);
    let number = Number.isNaN(start) ? 1 : start;
    this.level += 1;
    for (const item of list.children) {
      if (!isText(item) && item.name === 'li') {
        this.breakLines(1);
        this.markers.push(list.name === 'ol' ? `${number++}. ` : '- ');
        this.children(item);
        this.markers = [];
        // Text that follows an item directly does not belong to it.
        this.breakLines(1);
      } else this.view(item);
    }
    this.level -= 1;
  }

  private preformatted(element: ElementView): void {
    for (const line of rawText(element).replace(/\n$/, '').split('\n')) {
      this.write(line);
      this.breaks += 1;
    }
    this.breaks = 0;
  }

  private table(element: ElementView): void {
    const table = readTable(element);
    if (table === undefined) {
      this.children(element);
      return;
    }
    for (const caption of table.captions) {
      this.children(caption);
      this.breakLines(1);
    }
    for (const line of lines(table)) {
      this.write(line);
      this.breakLines(1);
    }
  }

  private breakLines(count: number): void {
    if (this.text !== '') this.breaks = Math.max(this.breaks, count);
  }

  /** The text of an image stands apart from the words around it. */
  private setOff(text: string): void {
    if (text === '') return;
    if (this.breaks === 0 && /[^\s([{"']$/.test(this.text.slice(-1))) this.text += ' ';
    this.isSetOff = false;
    this.write(text);
    this.isSetOff = true;
  }

  private write(text: string): void {
    if (text === '') return;
    if (this.isSetOff && this.breaks === 0 && /^[^\s.,;:!?)\]}"']/.test(text)) this.text += ' ';
    this.isSetOff = false;
    if (this.breaks > 0 || this.text === '') this.text += '\n'.repeat(this.breaks) + this.indent();
    this.text += text;
    this.breaks = 0;
    this.markers = [];
  }

  private indent(): string {
    return '  '.repeat(this.level - this.markers.length) + this.markers.join('');
  }
}

/** Rows without any text are left out, as a table that is hidden has nothing else. */
function lines({ rows }: TableView): string[] {
  const written = rows.map((row) => row.map((cell) => (cell === undefined ? '' : flatText(cell))));
  return written.filter((cells) => cells.some((text) => text !== '')).map((cells) => cells.join('\t'));
}

function flatText(cell: ElementView): string {
  const writer = new TextWriter();
  writer.children(cell);
  return writer.finished().replaceAll(/\s+/g, ' ').trim();
}

/** The text as written, with its line breaks; a block inside it starts a line, and so does what follows it. */
export function rawText(view: View): string {
  const writer = new RawTextWriter();
  writer.view(view);
  return writer.text;
}

class RawTextWriter {
  text = '';
  private startsLine = false;

  view(view: View): void {
    if (isText(view)) this.write(view.text);
    else if (view.name === 'br') this.write('\n');
    else this.element(view);
  }

  private element({ name, children }: ElementView): void {
    const isBlock = isBlockName(name);
    this.startsLine ||= isBlock;
    for (const child of children) this.view(child);
    this.startsLine ||= isBlock;
  }

  private write(text: string): void {
    if (text === '') return;
    if (this.startsLine && this.text !== '' && !this.text.endsWith('\n') && !text.startsWith('\n'))
      this.text += '\n';
    this.text += text;
    this.startsLine = false;
  }
}
