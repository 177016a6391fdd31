/** Finds nodes of XML and HTML by XPath 1.0, and writes them as text. */
import { evaluateXPath } from '../../../src/evaluation/xpath/evaluate.js';
import { readMarkup, type Markup } from '../../../src/evaluation/xpath/markup.js';
import type { TreeNode } from '../../../src/evaluation/xpath/tree.js';
import { isNodeSet, toText } from '../../../src/evaluation/xpath/values.js';
import { parseXPath } from '../../../src/request-file/expressions/xpath/parse-xpath.js';
import { prettyMarkup } from './pretty-markup.js';

export type MarkupFiltered =
  | { readonly ok: true; readonly text: string; readonly count: number }
  | { readonly ok: false; readonly problem: string };

export class MarkupFilter {
  readonly #text: string;
  readonly #contentType: string;
  #markup: Markup | undefined;

  constructor(text: string, contentType: string) {
    this.#text = text;
    this.#contentType = contentType;
  }

  async find(expression: string): Promise<MarkupFiltered> {
    try {
      const parsed = parseXPath(expression);
      this.#markup ??= await readMarkup(this.#text, this.#contentType);
      if (this.#markup.kind === 'none') return { ok: false, problem: this.#markup.problem };
      const isHtml = this.#markup.kind === 'html';
      const found = evaluateXPath(parsed, this.#markup);
      if (!isNodeSet(found)) return { ok: true, text: toText(found), count: 1 };
      return { ok: true, text: found.map((node) => shownNode(node, isHtml)).join('\n'), count: found.length };
    } catch (error) {
      return { ok: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

function shownNode(node: TreeNode, isHtml: boolean): string {
  return node.kind === 'text' ? node.value : prettyMarkup(sourceOf(node, isHtml), isHtml);
}

/** Depth is bounded where the tree is read. */
export function sourceOf(node: TreeNode, isHtml: boolean): string {
  switch (node.kind) {
    case 'text':
      return escapeText(node.value);
    case 'comment':
      return `<!--${node.value}-->`;
    case 'processing-instruction':
      return `<?${node.name} ${node.value}?>`;
    case 'attribute':
      return `${node.name}="${escapeText(node.value).replaceAll('"', '&quot;')}"`;
    case 'root':
      return node.children.map((child) => sourceOf(child, isHtml)).join('');
    case 'element': {
      const attributes = node.attributes.map((each) => ` ${sourceOf(each, isHtml)}`).join('');
      const inner = node.children.map((child) => sourceOf(child, isHtml)).join('');
      if (inner === '' && !isHtml) return `<${node.name}${attributes}/>`;
      return `<${node.name}${attributes}>${inner}</${node.name}>`;
    }
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
