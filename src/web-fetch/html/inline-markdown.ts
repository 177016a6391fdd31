/** Renders the elements inside a line as Markdown. */
import { linkTarget } from './links.js';
import { formatCodeSpan, escapeDestination, escapeText } from './markdown-text.js';
import { rawText } from './to-text.js';
import { isText, type ElementView, type View } from './view.js';

const MARKERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: '**',
    strong: '**',
    em: '*',
    i: '*',
    cite: '*',
    del: '~~',
    s: '~~',
    strike: '~~',
  }),
);
const CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
const WRAPPERS: ReadonlySet<string> = new Set(
  'abbr bdi bdo big data font ins mark small span time u'.split(' '),
);
const HARD_BREAK = '\\\n';

export class InlineMarkdown {
  /** The open markers; the same marker inside would end them. */
  private readonly open = new Set<string>();
  private isInLink = false;

  constructor(private readonly base: string) {}

  /** Renders a paragraph, in which line breaks stay. */
  text(views: readonly View[]): string {
    const [, text] = cutBlanks(this.run(views));
    return text.replaceAll(/ *\\\n */g, HARD_BREAK).replaceAll(/(?:\\\n){2,}/g, '\n\n');
  }

  /** Renders headings and cells, which are one line. */
  line(views: readonly View[]): string {
    return this.run(views).replaceAll(/\\?\n/g, ' ').replaceAll(/ {2,}/g, ' ').trim();
  }

  private run(views: readonly View[]): string {
    let text = '';
    for (const view of joined(views)) {
      const piece = isText(view) ? escapeText(view.text) : this.element(view);
      // Blocks inside a line, such as those of a link or a cell, are separated by blanks.
      text += !isText(view) && view.isBlock ? `${text === '' ? '' : ' '}${piece} ` : piece;
    }
    return text;
  }

  private element(element: ElementView): string {
    const { name, children } = element;
    if (name === 'br') return HARD_BREAK;
    if (name === 'img') return this.image(element);
    if (name === 'a') return this.link(element);
    if (CODE.has(name) && !element.isBlock) return formatCodeSpan(rawText(element));
    const marker = element.isBlock ? undefined : MARKERS.get(name);
    return marker === undefined ? this.run(children) : this.marked(marker, children);
  }

  /** Blanks at the ends go outside the markers, which would not be markers otherwise (CommonMark section 6.2). */
  private marked(marker: string, children: readonly View[]): string {
    if (this.open.has(marker)) return this.run(children);
    this.open.add(marker);
    const text = this.run(children);
    this.open.delete(marker);
    const [before, inner, after] = cutBlanks(text);
    return inner === '' ? before + after : before + marker + inner + marker + after;
  }

  private link(element: ElementView): string {
    const target = this.isInLink ? undefined : linkTarget(element.attribute('href'), this.base);
    if (target === undefined) return this.run(element.children);
    this.isInLink = true;
    const text = this.run(element.children).replaceAll(/\\?\n/g, ' ');
    this.isInLink = false;
    const [before, inner, after] = cutBlanks(text);
    if (inner === '') return text;
    return `${before}[${inner.replaceAll(/ {2,}/g, ' ')}](${escapeDestination(target)}${titleOf(element)})${after}`;
  }

  private image(element: ElementView): string {
    const alt = escapeText((element.attribute('alt') ?? '').replaceAll(/\s+/g, ' ').trim());
    const target = linkTarget(element.attribute('src'), this.base);
    return target === undefined ? alt : `![${alt}](${escapeDestination(target)}${titleOf(element)})`;
  }
}

/** Cuts blanks and line breaks off both ends, in time proportional to the text. */
function cutBlanks(text: string): [before: string, inner: string, after: string] {
  let start = 0;
  while (start < text.length && (isBlank(text[start]) || text.startsWith(HARD_BREAK, start)))
    start += isBlank(text[start]) ? 1 : HARD_BREAK.length;
  let end = text.length;
  while (end > start && isBlank(text[end - 1]))
    end -= text[end - 1] === '\n' && text[end - 2] === '\\' ? HARD_BREAK.length : 1;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && character.trim() === '';
}

function titleOf({ attribute }: ElementView): string {
  const title = attribute('title')?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return title === '' ? '' : ` "${title.replaceAll(/["\\]/g, (found) => `\\${found}`)}"`;
}

/** Elements without a meaning in Markdown must not separate their neighbours. */
function unwrapped(view: View): readonly View[] {
  const isWrapper = !isText(view) && !view.isBlock && WRAPPERS.has(view.name);
  return isWrapper ? view.children.flatMap(unwrapped) : [view];
}

/** Joins neighbours with the same marker, because `**a****b**` would not be read as two. */
function joined(views: readonly View[]): readonly View[] {
  const result: View[] = [];
  let open: { readonly marker: string; readonly children: View[] } | undefined;
  for (const view of views.flatMap(unwrapped)) {
    const marker = isText(view) || view.isBlock ? undefined : MARKERS.get(view.name);
    if (isText(view) || marker === undefined) {
      open = undefined;
      result.push(view);
    } else if (open?.marker === marker) {
      for (const child of view.children) open.children.push(child);
    } else {
      open = { marker, children: [...view.children] };
      result.push({ ...view, children: open.children });
    }
  }
  return result;
}
