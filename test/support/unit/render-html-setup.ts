import { renderHtml } from '../../../src/web-fetch/html/render-html.js';

export const AT = 'https://shop.example/en/lamps';

export function markdown(html: string): string {
  return renderHtml(html, 'markdown', AT, false).text;
}
