/** Renders pages; loaded on first use, because the parser is large. */
import { findMainContent } from './main-content.js';
import { readPage } from './page.js';
import { renderMarkdown } from './to-markdown.js';
import { renderText } from './to-text.js';
import { createView } from './view.js';

export interface RenderedHtml {
  readonly text: string;
  readonly title: string;
}

/** `address` is the URL of the page in its shown form. */
export function renderHtml(
  html: string,
  format: 'text' | 'markdown',
  address: string,
  isMainOnly: boolean,
): RenderedHtml {
  const { body, title, base } = readPage(html, address);
  if (body === undefined) return { text: '', title };
  const view = createView(body);
  const shown = isMainOnly ? findMainContent(view) : view;
  return { text: format === 'text' ? renderText(shown) : renderMarkdown(shown, base), title };
}
