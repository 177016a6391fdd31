import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { renderHtml } from './render-html.js';

const FORMATS = ['text', 'markdown'] as const;

function render(html: string, format: (typeof FORMATS)[number], isMainOnly = false): string {
  return renderHtml(html, format, 'https://shop.example/', isMainOnly).text;
}

const TAGS = Array.from('SECRET', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

/** Each of them hides the word, and shows the rest of the page. */
const HIDING = [
  '<div style="opacity:0">SECRET</div>',
  '<div style="OPACITY: 0 !important; opacity: 1">SECRET <b style="opacity:1">SECRET</b></div>',
  '<p style="position:absolute;left:-9999px">SECRET</p>',
  '<p style="position:fixed;top:-200vh">SECRET</p>',
  '<span style="text-indent:-9999px;display:block">SECRET</span>',
  '<span style="position:absolute;clip:rect(0 0 0 0)">SECRET</span>',
  '<span style="clip-path:inset(100%)">SECRET</span>',
  '<p style="font-size:0">SECRET<b>SECRET</b><i style="font-size:2em">SECRET</i></p>',
  '<p style="font:0/0 a">SECRET</p>',
  '<pre style="font-size:0">SECRET</pre>',
  '<table style="font-size:1px"><tr><td>SECRET<td>SECRET</table>',
  '<div style="height:0;overflow:hidden">SECRET</div>',
  '<div style="transform:scale(0)">SECRET</div>',
  '<div style="dis\\70 lay:none">SECRET</div>',
  '<div hidden=until-found>SECRET</div>',
  '<dialog>SECRET</dialog>',
  '<div popover>SECRET</div>',
  '<title>SECRET</title>',
  '<noembed>SECRET</noembed><noframes>SECRET</noframes>',
  '<progress>SECRET</progress><meter>SECRET</meter>',
  '<!-- SECRET --><template>SECRET</template><noscript>SECRET</noscript>',
  '<img style="display:none" alt="SECRET" src="x">',
  '<a href="/x" style="opacity:0" title="SECRET">SECRET</a>',
  `<p>${TAGS}</p><img alt="${TAGS}" src="data:,">`,
  '<p>&#xe0053;&#xe0045;&#x200b;&#x2060;&#xfeff;&#x2067;</p>',
] as const;

describe('a page that hides text', () => {
  it.each(HIDING)('%s', (hidden) => {
    const page = `<body><p>Before</p>${hidden}<p>After</p>`;
    for (const format of FORMATS) expect(render(page, format)).toBe('Before\n\nAfter\n');
  });

  it('hides nothing in its main part either', () => {
    const long = 'Lamps are bright. '.repeat(15).trim();
    const page = `<main>${long}${HIDING.join('')}</main><footer>f</footer>`;
    expect(render(page, 'text', true)).toBe(`${long}\n`);
  });

  it('shows what turns the order of the letters around', () => {
    expect(render('<p>a &#x202e;live&#x202c; b</p>', 'text')).toBe('a \\u202elive b\n');
  });

  it('is read in time that is in proportion to its size', async () => {
    const part =
      '<p style="font-size:0;x:y">a<b style="position:absolute;left:calc(1px - 9px)">b&#x200b;c</b></p>';
    await expectLinear(1600, (count) => {
      const page = part.repeat(count);
      return () => render(page, 'markdown');
    });
  });
});

describe('an ordinary page', () => {
  const styles = fc.constantFrom(
    'color:#fff;background:red',
    'position:relative;left:-12px;top:4px',
    'position:absolute;top:8000px;left:0',
    'margin:-8px auto 0 -15px',
    'font-size:11px',
    'font:italic 12px/1.4 "Some Font",serif',
    'opacity:.6;transition:opacity .2s',
    'overflow:hidden;max-height:200px',
    'height:0;padding-top:50%;overflow:hidden',
    'display:flex;gap:0',
    'text-indent:-1.5em;padding-left:1.5em',
    'transform:translate3d(0,0,0) scale(1)',
    'clip-path:inset(0 round 8px)',
    'width:0;min-width:100%;overflow:hidden',
    '',
  );
  const names = fc.constantFrom(
    'p',
    'div',
    'span',
    'b',
    'a',
    'li',
    'ul',
    'td',
    'h2',
    'section',
    'pre',
    'details',
  );
  const { page } = fc.letrec<{ page: string; element: string; word: string; columns: string }>((tie) => ({
    word: fc.stringMatching(/^[a-z]{3,8}$/).map((word) => ` ${word} `),
    element: fc
      .tuple(names, styles, fc.array(tie('page'), { maxLength: 3 }))
      .map(([name, style, inner]) => `<${name} style='${style}'>${inner.join('')}</${name}>`),
    // The gap between columns is removed this way.
    columns: tie('page').map(
      (inner) => `<div style="font-size:0"><div style="font-size:14px">${inner}</div></div>`,
    ),
    page: fc.oneof({ depthSize: 'small' }, tie('word'), tie('element'), tie('columns')),
  }));

  it('never loses a word', () => {
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), (parts) => {
        const html = parts.join('');
        const wordsOf = (text: string): string[] => (text.match(/[a-z]+/g) ?? []).sort();
        const words = wordsOf(html.replaceAll(/<[^>]*>/g, ' '));
        for (const format of FORMATS) expect(wordsOf(render(html, format))).toEqual(words);
      }),
    );
  });
});
