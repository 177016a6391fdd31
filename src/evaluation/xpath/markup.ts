/** Parses a body for XPath as XML or HTML, by its type or its first tag. */
import { MarkupProblem, readXml, type XmlDocument } from './read-xml.js';

export interface MarkupDocument extends XmlDocument {
  readonly kind: 'xml' | 'html';
}

export type Markup = MarkupDocument | { readonly kind: 'none'; readonly problem: string };

/** Rejects with LimitExceeded. */
export async function readMarkup(text: string, contentType: string): Promise<Markup> {
  if (isHtml(text, contentType)) {
    const { readHtml } = await import('./read-html.js');
    return { kind: 'html', root: readHtml(text), namespaces: new Map() };
  }
  try {
    return { kind: 'xml', ...readXml(text) };
  } catch (cause) {
    if (!(cause instanceof MarkupProblem)) throw cause;
    return { kind: 'none', problem: `the body is not well-formed XML: ${cause.message}` };
  }
}

/** Whether a body is read as HTML, by its type or its first tag. */
export function isHtml(text: string, contentType: string): boolean {
  const [type = ''] = contentType.split(';', 1);
  if (/^\s*text\/html\s*$/i.test(type)) return true;
  if (/[/+]xml\s*$/i.test(type)) return false;
  return /^<(?:!doctype\s+html\b|html\b(?!\s+xmlns))/i.test(text.slice(startOfMarkup(text)));
}

/** The offset after leading blanks and comments. */
function startOfMarkup(text: string): number {
  let at = 0;
  for (;;) {
    while (at < text.length && /\s/.test(text[at] ?? '')) at++;
    if (!text.startsWith('<!--', at)) return at;
    const end = text.indexOf('-->', at);
    if (end < 0) return at;
    at = end + 3;
  }
}
