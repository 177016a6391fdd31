import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { htmlPage } from './html-page.js';
import { durationText, htmlBar } from './html-parts.js';
import { PAGE_STYLE } from './html-style.js';
import { escapeHtml, htmlLink } from './html-text.js';

describe('the page', () => {
  const page = { title: 'A <b> & "c"', style: 'p{color:red}', body: ['<p>x</p>\n'], script: 'void 0;' };
  const text = [...htmlPage(page)].join('');
  const hash = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

  it('allows exactly its own style and script', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1];
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash('p{color:red}')}; script-src ${hash('void 0;')}; base-uri 'none'; form-action 'none'`,
    );
    expect(text).toContain('<style>p{color:red}</style>');
    expect(text).toContain('<script>void 0;</script>');
  });

  it('is a whole document with an escaped title', () => {
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/);
    expect(text).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>');
    expect(text).toMatch(/<body>\n<p>x<\/p>\n<script>[^]*<\/body>\n<\/html>\n$/);
  });
});

describe('text', () => {
  it('cannot leave an element or an attribute', () => {
    expect(escapeHtml(`<a href='x' b="y">&\u001b\u202e`)).toBe(
      '&lt;a href=&#39;x&#39; b=&quot;y&quot;&gt;&amp;\\u001b\\u202e',
    );
  });

  it.each(['https://x.example.test/a?b=1&c=%20', 'http://[::1]:8080/', 'HTTP://X.example.test/'])(
    '%s is a link',
    (url) => {
      expect(htmlLink(url)).toBe(
        `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(url)}</a>`,
      );
    },
  );

  it.each([
    'javascript:alert(1)',
    ' https://x.example.test/',
    'data:text/html,x',
    'ftp://x.example.test/',
    '//x.example.test/',
    'https://x.example.test/?key=[REDACTED]',
    'https://{{host}}/',
    'https://',
    'https://x.example.test\\@y/',
    '',
  ])('%s is none', (url) => {
    expect(htmlLink(url)).toBe(escapeHtml(url));
  });
});

describe('parts', () => {
  it.each([
    [0, '0 ms'],
    [999.4, '999 ms'],
    [1240, '1.24 s'],
    [59_994, '59.99 s'],
    [59_995, '1 min 0 s'],
    [125_400, '2 min 5 s'],
  ])('%d milliseconds are %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });

  it('the bar is filled without a gap', () => {
    const bar = htmlBar({ passed: 1, failed: 0, skipped: 2 });
    expect(bar).toContain('aria-label="1 passed, 0 failed, 2 skipped"');
    expect(bar).toContain(
      '<rect class="passed" x="0" width="333" height="10"/><rect class="skipped" x="333" width="667" height="10"/>',
    );
    expect(htmlBar({ passed: 0 })).not.toContain('<rect');
  });
});

describe('colours', () => {
  const [light = '', dark = ''] = PAGE_STYLE.split('@media (prefers-color-scheme:dark)');
  const grounds = ['ground', 'sheet', 'sunk'];

  it.each([
    ['light', light],
    ['dark', dark],
  ])('are readable in %s (WCAG AA)', (_scheme, css) => {
    const colours = new Map(
      Array.from(css.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/g), ([, name = '', value = '']) => [name, value]),
    );
    const ratio = (one: string, other: string): number =>
      contrast(colours.get(one) ?? '', colours.get(other) ?? '');
    const texts = ['ink', 'soft', 'link', 'passed', 'failed', 'skipped'];
    for (const text of texts)
      for (const ground of grounds) expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThan(4.5);
    for (const kind of ['passed', 'failed', 'skipped']) {
      expect(ratio(kind, `${kind}-wash`), `${kind} on its wash`).toBeGreaterThan(4.5);
    }
    expect(ratio('ink', 'failed-wash')).toBeGreaterThan(4.5);
    for (const ground of grounds)
      expect(ratio('strong-line', ground), `edges on ${ground}`).toBeGreaterThan(3);
    expect(ratio('sheet', 'ink'), 'a pressed button').toBeGreaterThan(4.5);
  });
});

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const digits =
    hex.length === 4 ? Array.from(hex.slice(1), (digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
  const [red = NaN, green = NaN, blue = NaN] = digits.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
