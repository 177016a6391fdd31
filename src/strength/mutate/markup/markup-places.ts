/** Where the elements and attributes of an XML text stand, so that one of them can be changed while all others keep their text. */
import type { XmlDocument } from '../../../evaluation/xpath/read-xml.js';
import type { Namespaces, TreeNode } from '../../../evaluation/xpath/tree.js';
import { scanTags, type Tag, type WrittenAttribute } from './scan-tags.js';

export interface MarkupPlace {
  readonly kind: 'element' | 'attribute';
  /** As XPath names it below its parent. */
  readonly test: string;
  /** Without its prefix. */
  readonly name: string;
  /** An attribute starts with the blank before it. */
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  /** The parts of its tags that have the name without its prefix; an attribute has one. */
  readonly names: readonly Span[];
  /** Between the tags, or the quotes. */
  readonly content: Span;
  /** Undefined for an element with others inside. */
  readonly text: MarkupText | undefined;
  readonly attributes: readonly MarkupPlace[];
  /** Elements, in the order of the text. */
  readonly children: readonly MarkupPlace[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface MarkupText {
  /** As XPath reads it. */
  readonly value: string;
  /** Where it is written, without blanks around it. */
  readonly span: Span;
  /** Whether nothing is escaped there. */
  readonly isCdata: boolean;
}

/** The document is what the text was read as. */
export function readMarkupPlaces(text: string, { root, namespaces }: XmlDocument): MarkupPlace | undefined {
  const tag = scanTags(text);
  const node = elementsIn(root)[0];
  return tag === undefined || node === undefined
    ? undefined
    : new PlaceReader(text, namespaces).element(tag, node);
}

function elementsIn({ children }: TreeNode): readonly TreeNode[] {
  return children.filter(({ kind }) => kind === 'element');
}

/** Joins what is written where with what it means. */
class PlaceReader {
  readonly #text: string;
  readonly #namespaces: Namespaces;

  constructor(text: string, namespaces: Namespaces) {
    this.#text = text;
    this.#namespaces = namespaces;
  }

  element(tag: Tag, node: TreeNode, test = this.#testOf(node)): MarkupPlace {
    const { start, end, contentStart, contentEnd, nameEnd, endTagNameEnd } = tag;
    const names = [nameEnd, ...(endTagNameEnd < 0 ? [] : [endTagNameEnd])];
    const content = { start: contentStart, end: contentEnd };
    return {
      kind: 'element',
      test,
      name: node.local,
      start,
      end,
      names: names.map((at) => ({ start: at - node.local.length, end: at })),
      content,
      text: tag.children.length === 0 ? this.#textOf(content, node) : undefined,
      attributes: tag.attributes.flatMap((attribute, index) => {
        const { [index]: inTree } = node.attributes;
        return inTree === undefined ? [] : [this.#attribute(attribute, inTree)];
      }),
      children: this.#children(tag.children, elementsIn(node)),
    };
  }

  #children(tags: readonly Tag[], nodes: readonly TreeNode[]): readonly MarkupPlace[] {
    const tests = nodes.map((node) => this.#testOf(node));
    const shared = sharedNames(nodes, tests);
    return nodes.flatMap((node, index) => {
      const { [index]: tag } = tags;
      const { [index]: test = '' } = tests;
      if (tag === undefined) return [];
      const isAmbiguous = test.startsWith('*') && shared.has(node.local);
      return [this.element(tag, node, isAmbiguous ? `${test}[namespace-uri()="${node.namespace}"]` : test)];
    });
  }

  #attribute({ start, end, nameEnd, contentStart }: WrittenAttribute, node: TreeNode): MarkupPlace {
    const content = { start: contentStart, end: end - 1 };
    return {
      kind: 'attribute',
      test: this.#testOf(node),
      name: node.local,
      start,
      end,
      names: [{ start: nameEnd - node.local.length, end: nameEnd }],
      content,
      text: { value: node.value, span: trimmed(this.#text, content), isCdata: false },
      attributes: [],
      children: [],
    };
  }

  #textOf(content: Span, { children }: TreeNode): MarkupText {
    const value = children.map((child) => (child.kind === 'text' ? child.value : '')).join('');
    const written = this.#text.slice(content.start, content.end);
    if (!written.includes('<')) return { value, span: trimmed(this.#text, content), isCdata: false };
    const inner = ONE_CDATA.exec(written)?.[1];
    // Beside comments and the like nothing tells which part of the text has the value.
    if (inner === undefined || inner.includes(CDATA_END)) return { value, span: content, isCdata: false };
    const start = content.start + written.indexOf(CDATA_START) + CDATA_START.length;
    return { value, span: trimmed(this.#text, { start, end: start + inner.length }), isCdata: true };
  }

  /** An expression may use the prefixes of the root element, and a name without one has also the usual namespace. */
  #testOf({ kind, prefix, local, namespace }: TreeNode): string {
    const at = kind === 'attribute' ? '@' : '';
    const isUsual = at === '' && namespace !== '' && namespace === this.#namespaces.get('');
    if (NAME_IN_XPATH.test(local)) {
      if (prefix === '' || isUsual) return at + local;
      const isKnown = namespace !== '' && this.#namespaces.get(prefix) === namespace;
      if (isKnown && NAME_IN_XPATH.test(prefix)) return `${at}${prefix}:${local}`;
    }
    return `${at}*[local-name()="${local}"]`;
  }
}

/** Names that elements beside each other have in several namespaces, so that the name alone does not tell which is meant. */
function sharedNames(nodes: readonly TreeNode[], tests: readonly string[]): ReadonlySet<string> {
  const shared = new Set<string>();
  const first = new Map<string, string>();
  for (const [index, { local, namespace }] of nodes.entries()) {
    const full = `${tests[index]} ${namespace}`;
    if ((first.get(local) ?? full) !== full) shared.add(local);
    first.set(local, full);
  }
  return shared;
}

const NAME_IN_XPATH = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';
const ONE_CDATA = /^\s*<!\[CDATA\[([^]*)\]\]>\s*$/;

/** Of a text of blanks all of it. */
function trimmed(text: string, { start, end }: Span): Span {
  const written = text.slice(start, end);
  const blanks = written.length - written.trimStart().length;
  return blanks === written.length
    ? { start, end }
    : { start: start + blanks, end: start + written.trimEnd().length };
}
