/** Renders pages; loaded on first use, because the parser is large. */
import { mainContent } from './main-content.js';
import { readPage } from './page.js';
import { pageMarkdown } from './to-markdown.js';
import { pageText } from './to-text.js';
import { viewOf } from './view.js';

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
  const view = viewOf(body);
  const shown = isMainOnly ? mainContent(view) : view;
  return { text: format === 'text' ? pageText(shown) : pageMarkdown(shown, base), title };
}
