import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { caseCount } from '../../../test/support/generated-cases.js';
import { FORMATS, render } from '../../../test/support/unit/hostile-page-setup.js';

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
  const blocks =
    'p div li ul ol menu h1 h2 section article pre details summary dl dt dd blockquote center figcaption ' +
    'table caption thead tbody tr th td';
  const inLines = 'span b a em code label sub q';

  function pages(names: string, words: fc.Arbitrary<string>): fc.Arbitrary<string> {
    const { page } = fc.letrec<{ page: string; element: string; columns: string }>((tie) => ({
      element: fc
        .tuple(fc.constantFrom(...names.split(' ')), styles, fc.array(tie('page'), { maxLength: 3 }))
        .map(([name, style, inner]) => `<${name} style='${style}'>${inner.join('')}</${name}>`),
      // The gap between columns is removed this way. No other element has these names, so that an end tag in a
      // wrong place ends both of them or none: text between the two is hidden.
      columns: tie('page').map(
        (inner) => `<aside style="font-size:0"><main style="font-size:14px">${inner}</main></aside>`,
      ),
      page: fc.oneof({ depthSize: 'small' }, words, tie('element'), tie('columns')),
    }));
    return fc.array(page, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  }

  const word = fc.stringMatching(/^[a-z]{3,8}$/);

  /** All words of the page as it is parsed, where no element joins the words around it. */
  function wordsOf(html: string): string[] {
    const text = (node: DefaultTreeAdapterTypes.Node): string => {
      if ('value' in node) return node.value;
      return 'childNodes' in node ? ` ${node.childNodes.map(text).join('')} ` : '';
    };
    return sortedWords(text(parse(html)));
  }

  function sortedWords(text: string): string[] {
    return (text.match(/[a-z]+/g) ?? []).sort();
  }

  it.each([
    [
      'never loses a word',
      pages(
        `${blocks} ${inLines}`,
        word.map((letters) => ` ${letters} `),
      ),
    ],
    ['never joins words of different blocks', pages(blocks, word)],
  ])('%s', (_, page) => {
    fc.assert(
      fc.property(page, (html) => {
        const words = wordsOf(html);
        for (const format of FORMATS) expect(sortedWords(render(html, format))).toEqual(words);
      }),
      { numRuns: caseCount(1000, 50) },
    );
  });
});
