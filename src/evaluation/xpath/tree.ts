/** The tree of XPath 1.0 (its section 5), in which nodes have their position in document order. */

import { spendSteps } from '../bounded/step-budget.js';
import { MAX_NESTING, nestingExceeded } from '../bounded/limits.js';

export type NodeKind = 'root' | 'element' | 'attribute' | 'text' | 'comment' | 'processing-instruction';

export interface TreeNode {
  readonly kind: NodeKind;
  readonly parent: TreeNode | undefined;
  /** The name as written; empty for text, comments and the root. */
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string;
  /** The text of the node; the root and elements have that of their descendants instead. */
  readonly value: string;
  readonly children: readonly TreeNode[];
  readonly attributes: readonly TreeNode[];
  readonly order: number;
}

interface GrowingNode extends TreeNode {
  value: string;
  readonly children: GrowingNode[];
  readonly attributes: GrowingNode[];
}

/** Namespaces by prefix, with the default one under the empty prefix. */
export interface Namespaces {
  get(prefix: string): string | undefined;
}

export type Attributes = readonly (readonly [name: string, value: string])[];

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const NONE: readonly never[] = Object.freeze([]);

export class TreeBuilder {
  readonly #knowsNamespaces: boolean;
  #order = 0;
  readonly root: TreeNode;
  /** The namespaces of the root element. */
  rootNamespaces: Namespaces = new Map();
  /** The open elements with their namespaces, the root first. */
  readonly #open: { readonly node: GrowingNode; readonly namespaces: Namespaces }[];

  constructor(knowsNamespaces: boolean) {
    this.#knowsNamespaces = knowsNamespaces;
    const root = this.#node('root', undefined, '', '', '');
    this.root = root;
    this.#open = [{ node: root, namespaces: new Map([['xml', XML_NAMESPACE]]) }];
  }

  get depth(): number {
    return this.#open.length - 1;
  }

  /** The name of the innermost open element. */
  get current(): string {
    return this.#top().node.name;
  }

  /** Throws LimitExceeded. */
  open(name: string, attributes: Attributes): void {
    if (this.depth >= MAX_NESTING) throw nestingExceeded('the body');
    const { node: parent, namespaces: outer } = this.#top();
    const namespaces = this.#knowsNamespaces ? declared(attributes, outer) : outer;
    if (this.depth === 0) this.rootNamespaces = namespaces;
    const element = this.#node('element', parent, name, '', this.#namespace(name, namespaces, true));
    parent.children.push(element);
    for (const [key, value] of attributes) {
      if (this.#knowsNamespaces && (key === 'xmlns' || key.startsWith('xmlns:'))) continue;
      element.attributes.push(
        this.#node('attribute', element, key, value, this.#namespace(key, namespaces, false)),
      );
    }
    this.#open.push({ node: element, namespaces });
  }

  close(): void {
    this.#open.pop();
  }

  /** Adds a text; adjacent texts become one node. */
  text(value: string): void {
    if (value === '') return;
    const { node: parent } = this.#top();
    const last = parent.children.at(-1);
    if (last?.kind === 'text') last.value += value;
    else parent.children.push(this.#node('text', parent, '', value, ''));
  }

  comment(value: string): void {
    const { node: parent } = this.#top();
    parent.children.push(this.#node('comment', parent, '', value, ''));
  }

  instruction(name: string, value: string): void {
    const { node: parent } = this.#top();
    parent.children.push(this.#node('processing-instruction', parent, name, value, ''));
  }

  #top(): { readonly node: GrowingNode; readonly namespaces: Namespaces } {
    return this.#open.at(-1) as { node: GrowingNode; namespaces: Namespaces };
  }

  #node(
    kind: NodeKind,
    parent: TreeNode | undefined,
    name: string,
    value: string,
    namespace: string,
  ): GrowingNode {
    const colon = this.#knowsNamespaces ? name.indexOf(':') : -1;
    const holds = kind === 'root' || kind === 'element';
    return {
      kind,
      parent,
      name,
      prefix: colon < 0 ? '' : name.slice(0, colon),
      local: colon < 0 ? name : name.slice(colon + 1),
      namespace,
      value,
      children: holds ? [] : (NONE as never[]),
      attributes: kind === 'element' ? [] : (NONE as never[]),
      order: this.#order++,
    };
  }

  #namespace(name: string, namespaces: Namespaces, isElement: boolean): string {
    if (!this.#knowsNamespaces) return '';
    const colon = name.indexOf(':');
    // The default namespace applies to elements only.
    if (colon < 0) return isElement ? (namespaces.get('') ?? '') : '';
    return namespaces.get(name.slice(0, colon)) ?? '';
  }
}

/** The declarations of an element before those of its parents, which are not copied because there may be many. */
class DeclaredNamespaces implements Namespaces {
  readonly #own: ReadonlyMap<string, string>;
  readonly #outer: Namespaces;

  constructor(own: ReadonlyMap<string, string>, outer: Namespaces) {
    this.#own = own;
    this.#outer = outer;
  }

  get(prefix: string): string | undefined {
    return this.#own.get(prefix) ?? this.#outer.get(prefix);
  }
}

function declared(attributes: Attributes, outer: Namespaces): Namespaces {
  let own: Map<string, string> | undefined;
  for (const [key, value] of attributes) {
    if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue;
    own ??= new Map();
    own.set(key.slice('xmlns:'.length), value);
  }
  return own === undefined ? outer : new DeclaredNamespaces(own, outer);
}

/** The text of a node and all its descendants (XPath 1.0, section 5). */
export function stringValue(node: TreeNode): string {
  if (node.kind !== 'element' && node.kind !== 'root') return node.value;
  const [only] = node.children;
  if (only?.kind === 'text' && node.children.length === 1) return only.value;
  let text = '';
  for (const next of descendants(node)) {
    spendSteps(1);
    if (next.kind === 'text') text += next.value;
  }
  return text;
}

/** The nodes below a node in document order, without its attributes. */
export function* descendants(node: TreeNode): Generator<TreeNode> {
  const waiting = [...node.children].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    for (let at = next.children.length - 1; at >= 0; at--) waiting.push(next.children[at] as TreeNode);
  }
}
