/** Parses a page into a tree, with limits on its size. */
import {
  defaultTreeAdapter,
  html,
  parse,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from 'parse5';
import { FetchFailure } from '../rules/fetch-failure.js';
import { isWeb } from '../rules/url-rules.js';
import { replaceInvisible } from './invisible-characters.js';

export type PageElement = DefaultTreeAdapterTypes.Element;
export type PageNode = DefaultTreeAdapterTypes.ChildNode;

export interface Page {
  readonly body: PageElement | undefined;
  /** The text of the first `title` with blanks collapsed; empty without one. */
  readonly title: string;
  /** The address that links are relative to. */
  readonly base: string;
}

const MAX_NODE_COUNT = 200_000;
const MAX_NODE_DEPTH = 512;

export function readPage(text: string, address: string): Page {
  const document = parse(text, { treeAdapter: boundedAdapter() });
  const root = document.childNodes.find(isElement);
  const base = root && findElement(root, 'base', (element) => attributeOf(element, 'href') !== undefined);
  const title = root && findElement(root, 'title', isPageTitle);
  return {
    body: root?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'body'),
    title:
      title === undefined ? '' : replaceInvisible(textOf(title), 'nothing').replaceAll(/\s+/g, ' ').trim(),
    base: baseAddress(base, address),
  };
}

export function isElement(node: DefaultTreeAdapterTypes.Node): node is PageElement {
  return 'tagName' in node;
}

export function attributeOf({ attrs }: PageElement, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

/** Counts while the page is parsed, because the work of the parser itself grows with the depth. */
function boundedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0;
  let depth = 0;
  const count = (): void => {
    if (++nodes > MAX_NODE_COUNT) throw tooLarge(MAX_NODE_COUNT, 'nodes');
  };
  return {
    ...defaultTreeAdapter,
    createElement: (...args) => {
      count();
      return defaultTreeAdapter.createElement(...args);
    },
    createCommentNode: (...args) => {
      count();
      return defaultTreeAdapter.createCommentNode(...args);
    },
    createTextNode: (...args) => {
      count();
      return defaultTreeAdapter.createTextNode(...args);
    },
    insertText: (parent, text) => {
      const last = parent.childNodes.at(-1);
      if (last === undefined || last.nodeName !== '#text') count();
      defaultTreeAdapter.insertText(parent, text);
    },
    onItemPush: () => {
      if (++depth > MAX_NODE_DEPTH) throw tooLarge(MAX_NODE_DEPTH, 'nodes inside each other');
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}

function tooLarge(max: number, what: string): FetchFailure {
  return new FetchFailure('result_too_large', `more than ${max} ${what}; use format raw or json`);
}

/** Searches in document order; the content of `template` is not searched. */
function findElement(
  root: PageElement,
  name: string,
  matches: (element: PageElement) => boolean,
): PageElement | undefined {
  const open: PageElement[] = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    if (element.tagName === name && matches(element)) return element;
    for (let at = element.childNodes.length - 1; at >= 0; at--) {
      const child = element.childNodes[at];
      if (child && isElement(child)) open.push(child);
    }
  }
  return undefined;
}

/** SVG drawings have titles too, which are not those of the page. */
function isPageTitle({ namespaceURI }: PageElement): boolean {
  return namespaceURI === html.NS.HTML;
}

function textOf({ childNodes }: PageElement): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

function baseAddress(base: PageElement | undefined, address: string): string {
  const href = base && attributeOf(base, 'href');
  const url = href === undefined ? null : URL.parse(href, address || undefined);
  return url !== null && isWeb(url) ? url.href : address;
}
