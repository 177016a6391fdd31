import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyMarkup } from './pretty-markup.js';

describe('pretty XML', () => {
  it('has an element per line and keeps mixed content', () => {
    const text =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y>">]><a b="c>d"><b>text</b><c/><!-- hi -->' +
      '<d>mixed <e>x</e> y</d><f><![CDATA[ <x> ]]></f><g>\n  <h>1</h>  </g></a>';
    expect(prettyMarkup(text, false).split('\n')).toEqual([
      '<?xml version="1.0"?>',
      '<!DOCTYPE a [<!ENTITY x "y>">]>',
      '<a b="c>d">',
      '  <b>text</b>',
      '  <c/>',
      '  <!-- hi -->',
      '  <d>mixed <e>x</e> y</d>',
      '  <f><![CDATA[ <x> ]]></f>',
      '  <g>',
      '    <h>1</h>',
      '  </g>',
      '</a>',
    ]);
  });

  it('loses and adds nothing but blanks', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b x="1>2">',
      '</b>',
      '<c/>',
      'text',
      ' ',
      '<!-- c -->',
      '<',
      '&lt;',
      '</',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, isHtml) => {
        const text = pieces.join('');
        const once = prettyMarkup(text, isHtml);
        expect(once.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
    );
  });
});

describe('pretty HTML', () => {
  it('keeps lines of text together, and scripts as they are', () => {
    const text =
      '<!doctype html><html><head><title>Hi</title><meta charset=utf-8><script>if (a<b) {\n x}</script></head>' +
      '<body>some <b>bold</b>\n and <a href="x">link</a><div><p>para <i>x</i></p><pre>a\n  b</pre></div></body></html>';
    expect(prettyMarkup(text, true).split('\n')).toEqual([
      '<!doctype html>',
      '<html>',
      '  <head>',
      '    <title>Hi</title>',
      '    <meta charset=utf-8>',
      '    <script>if (a<b) {',
      ' x}</script>',
      '  </head>',
      '  <body>',
      '    some <b>bold</b> and <a href="x">link</a>',
      '    <div>',
      '      <p>para <i>x</i></p>',
      '      <pre>a',
      '  b</pre>',
      '    </div>',
      '  </body>',
      '</html>',
    ]);
  });
});
