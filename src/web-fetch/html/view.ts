/** What a reader sees of a page: hidden parts are left out and blanks collapsed. */
import { readShownStyle } from './hidden-style.js';
import { replaceInvisible } from './invisible-characters.js';
import { attributeOf, isElement, type PageElement, type PageNode } from './page.js';

export type View = TextView | ElementView;

export interface TextView {
  text: string;
}

export interface ElementView {
  readonly name: string;
  readonly attribute: (name: string) => string | undefined;
  readonly children: readonly View[];
  /** Whether it, or something inside it, starts a new line. */
  readonly isBlock: boolean;
}

const DROPPED: ReadonlySet<string> = new Set(
  (
    'head script style template noscript svg iframe object embed canvas audio video input select textarea ' +
    'button datalist title noembed noframes progress meter'
  ).split(' '),
);
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

export const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);

export function isBlockName(name: string): boolean {
  return BLOCKS.has(name);
}

export function isText(view: View): view is TextView {
  return 'text' in view;
}

/** The elements directly inside an element. */
export function elementsOf({ children }: ElementView): ElementView[] {
  return children.filter((view): view is ElementView => !isText(view));
}

export function roleOf({ attribute }: ElementView): string {
  return attribute('role')?.trim().toLowerCase() ?? '';
}

/** What the text inside an element inherits. */
interface TextStyle {
  /** Whether blanks and line breaks stay as written. */
  readonly isPre: boolean;
  readonly isTooSmall: boolean;
}

export function createView(body: PageElement): ElementView {
  const reader = new ViewReader();
  const view = reader.element(body);
  reader.breakLine();
  return view;
}

/** The number of characters of all text. */
export function textLength(view: View): number {
  if (isText(view)) return view.text.length;
  return view.children.reduce((sum, child) => sum + textLength(child), 0);
}

/** The depth of a page is limited, so recursion is safe. */
class ViewReader {
  /** The text whose last blank is removed if a line ends there. */
  private last: TextView | undefined;
  /** Whether something that is neither text nor the start of a line precedes. */
  private keepsBlank = false;

  element(element: PageElement, around: TextStyle = { isPre: false, isTooSmall: false }): ElementView {
    const { tagName: name } = element;
    const breaks = BLOCKS.has(name) || name === 'br';
    const style = name === 'pre' ? { ...around, isPre: true } : around;
    if (breaks) this.breakLine();
    else if (name === 'img') this.continueLine();
    const children: View[] = [];
    for (const node of element.childNodes) {
      const child = this.child(node, style);
      if (child) children.push(child);
    }
    if (breaks) this.breakLine();
    return {
      name,
      attribute: (wanted) => shownAttribute(element, wanted),
      children,
      isBlock: BLOCKS.has(name) || children.some((child) => !isText(child) && child.isBlock),
    };
  }

  breakLine(): void {
    if (this.last) this.last.text = this.last.text.replace(/ $/, '');
    this.last = undefined;
    this.keepsBlank = false;
  }

  private continueLine(): void {
    this.last = undefined;
    this.keepsBlank = true;
  }

  private child(node: PageNode, around: TextStyle): View | undefined {
    if ('value' in node) {
      if (around.isTooSmall) return undefined;
      const shown = replaceInvisible(node.value, 'nothing');
      return around.isPre ? { text: shown } : this.text(shown);
    }
    if (!isElement(node) || isAbsent(node)) return undefined;
    const written = attributeOf(node, 'style');
    if (written === undefined) return this.element(node, around);
    const { isHidden, isTooSmall = around.isTooSmall } = readShownStyle(written, around.isTooSmall);
    return isHidden ? undefined : this.element(node, { ...around, isTooSmall });
  }

  private text(value: string): TextView | undefined {
    let text = value.replaceAll(/[ \t\r\n\f]+/g, ' ');
    const atStart = this.last === undefined ? !this.keepsBlank : this.last.text.endsWith(' ');
    if (atStart && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return undefined;
    this.last = { text };
    this.keepsBlank = false;
    return this.last;
  }
}

/** Whether an element is not shown, whatever its style says. */
function isAbsent(element: PageElement): boolean {
  if (DROPPED.has(element.tagName)) return true;
  if (element.attrs.length === 0) return element.tagName === 'dialog';
  if (element.tagName === 'dialog' && attributeOf(element, 'open') === undefined) return true;
  if (attributeOf(element, 'hidden') !== undefined || attributeOf(element, 'popover') !== undefined)
    return true;
  return attributeOf(element, 'aria-hidden')?.trim().toLowerCase() === 'true';
}

/** Attributes whose text is shown. */
const TEXTS: ReadonlySet<string> = new Set(['alt', 'title']);

function shownAttribute(element: PageElement, name: string): string | undefined {
  const value = attributeOf(element, name);
  return value !== undefined && TEXTS.has(name) ? replaceInvisible(value, 'nothing') : value;
}
