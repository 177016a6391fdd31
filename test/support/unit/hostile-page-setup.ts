import { renderHtml } from '../../../src/web-fetch/html/render-html.js';

export const FORMATS = ['text', 'markdown'] as const;

export function render(html: string, format: (typeof FORMATS)[number], isMainOnly = false): string {
  return renderHtml(html, format, 'https://shop.example/', isMainOnly).text;
}
