import { printable } from '../../primitives/printable.js';

/** Text for an HTML page, in elements and in quoted attributes; control and bidirectional characters become visible. */
export function escapeHtml(text: string): string {
  return printable(text).replace(SPECIAL, (character) => ENTITIES[character] ?? '');
}

const SPECIAL = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A link when the address is http or https and complete, else plain text: no other scheme ever gets an `href`. */
export function htmlLink(url: string): string {
  const text = escapeHtml(url);
  if (!/^https?:\/\//i.test(url) || /[\s\\[\]{}]/.test(url.replace(IPV6_HOST, '')) || !URL.canParse(url))
    return text;
  return `<a href="${text}" rel="noopener noreferrer nofollow">${text}</a>`;
}

/** Brackets elsewhere come from placeholders or redaction; such an address leads nowhere. */
const IPV6_HOST = /^https?:\/\/\[[0-9a-f:.]+\]/i;
