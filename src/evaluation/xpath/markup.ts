/** The body as a document for XPath: XML or HTML, by its type and its look. */
import { MarkupProblem, readXml } from './read-xml.js';
import type { TreeNode } from './tree.js';

export type Markup =
  | { readonly kind: 'xml' | 'html'; readonly root: TreeNode; readonly namespaces: ReadonlyMap<string, string> }
  | { readonly kind: 'none'; readonly problem: string };

export async function readMarkup(text: string, contentType: string): Promise<Markup> {
  if (isHtml(text, contentType)) {
    const { readHtml } = await import('./read-html.js');
    return { kind: 'html', root: readHtml(text), namespaces: new Map() };
  }
  try {
    const root = readXml(text);
    return { kind: 'xml', root, namespaces: rootNamespaces(text) };
  } catch (cause) {
    if (!(cause instanceof MarkupProblem)) throw cause;
    return { kind: 'none', problem: `the body is not well-formed XML: ${cause.message}` };
  }
}

function isHtml(text: string, contentType: string): boolean {
  if (/^\s*text\/html\b/i.test(contentType)) return true;
  if (/^\s*[^;]*\bxml\b/i.test(contentType)) return false;
  return /^\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html\b|html\b(?!\s+xmlns))/is.test(text);
}
