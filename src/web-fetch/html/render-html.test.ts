import { describe, expect, it } from 'vitest';
import { renderHtml } from './render-html.js';
import { AT, markdown } from '../../../test/support/unit/render-html-setup.js';

function text(html: string, isMainOnly = false): string {
  return renderHtml(html, 'text', AT, isMainOnly).text;
}

describe('a page as text', () => {
  it.each([
    ['', ''],
    ['<p> No \n such   lamp </p><p>Try.</p>', 'No such lamp\n\nTry.\n'],
    ['a<br>b<div>c</div>d', 'a\nb\nc\nd\n'],
    ['<h1>T</h1>x', 'T\n\nx\n'],
    ['<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c\n'],
    ['<ol start=4><li>a<li>b</ol>', '4. a\n5. b\n'],
    ['<ul><li>a</li>b<li>c</ul>', '- a\n  b\n- c\n'],
    [
      '<table><caption>C</caption><tr><th>a<th>b<tr><td>1 <b>2</b><td colspan=2>3</table>',
      'C\na\tb\n1 2\t3\n',
    ],
    ['<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td rowspan=x>e</table>', 'a\tb\n\tc\nd\te\n'],
    ['<table><caption>C</caption><caption>D</caption><tr><td>a<td>b</table>', 'C\nD\na\tb\n'],
    ['<pre>a<span><p></p></span>b</pre>', 'a\nb\n'],
    ['<pre>  a\n    b\n</pre>', '  a\n    b\n'],
    ['<img alt="A lamp" src=x> <a href=/y>link</a>', 'A lamp link\n'],
    [
      'see<img alt="A lamp" src=x>here, (<img alt=B src=x>). <img alt="" src=x>C',
      'see A lamp here, (B). C\n',
    ],
    ['<img alt=A src=x><img alt=B src=x><br>c', 'A B\nc\n'],
    ['<pre><div>a</div><div>  b</div>c<span>d</span><div>e\n</div>f</pre>', 'a\n  b\ncd\ne\nf\n'],
    [
      '<script>a</script><style>b</style><noscript>c</noscript><p hidden>d<p style="color:red; Display : NONE">e<p aria-hidden=true>f<textarea>g</textarea><!-- h --><svg><text>i</text></svg>',
      '',
    ],
  ])('%j', (html, expected) => expect(text(html).trimEnd()).toBe(expected.trimEnd()));

  it('ends with one line end', () => {
    expect(text('<p>a<p>b')).toBe('a\n\nb\n');
  });
});

describe('a page as Markdown', () => {
  it.each([
    ['<p>_ _ _</p>', '\\_ _ _'],
    ['<p>_ _ x</p>', '_ _ x'],
    ['<pre><div>a</div><div>b</div></pre>', '```\na\nb\n```'],
    ['<h2>A <code>b</code></h2>', '## A `b`'],
    ['<p>a <b>b </b>c <i> d</i></p>', 'a **b** c *d*'],
    ['<b>a</b><b>b</b> <s>c</s>', '**ab** ~~c~~'],
    ['<ul><li>a<ol><li>b</ol><li>c</ul>', '- a\n  1. b\n- c'],
    ['<pre><code class="x language-js">a\n  b</code></pre>', '```js\na\n  b\n```'],
    ['<pre>````</pre>', '`````\n````\n`````'],
    ['<table><tr><th>a|b<th>c<tr><td>1<br>2</table>', '| a\\|b | c |\n| --- | --- |\n| 1 2 |  |'],
    [
      '<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4<tr><td>5</table>',
      '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 |  |\n|  | 3 | 4 |\n| 5 |  |  |',
    ],
    [
      '<table><tr><td colspan=2 rowspan=2>big<td>x<tr><td>y<tr><td>1<td>2<td>3</table>',
      '| big |  | x |\n| --- | --- | --- |\n|  |  | y |\n| 1 | 2 | 3 |',
    ],
    [
      '<table><tbody><tr><td rowspan=0>a<td rowspan=9>b<td>c<tr><tr><td>d<tbody><tr><td>e</table>',
      '| a | b | c |\n| --- | --- | --- |\n|  |  | d |\n| e |  |  |',
    ],
    ['<span><b>a</b></span><b>b</b><u><span>c</span><i>d</i></u><i>e</i>', '**ab**c*de*'],
    ['<blockquote><p>a<p>b</blockquote>', '> a\n>\n> b'],
    ['a<br>b', 'a\\\nb'],
    ['<hr>', '---'],
    ['<a href="../x?a=b#c" title="T">l</a>', '[l](https://shop.example/x?a=b#c "T")'],
    ['<a href="mailto:a@b.example">m</a> <a href="tel:1">t</a>', '[m](mailto:a@b.example) [t](tel:1)'],
    [
      '<a href="javascript:alert(1)">j</a> <a href=" JaVa\nscript:x">k</a> <img src="data:image/png,x" alt="d">',
      'j k d',
    ],
    ['<base href="https://other.example/x/"><a href="y">l</a>', '[l](https://other.example/x/y)'],
    ['<base href="data:text/html,x"><a href="y">l</a>', '[l](https://shop.example/en/y)'],
    [
      '<p># a<p>1. b<p>- c<p>&gt; d<p>*e* _f_ g_h [i](j) &lt;k&gt; &amp;amp;',
      '\\# a\n\n1\\. b\n\n\\- c\n\n\\> d\n\n\\*e\\* \\_f\\_ g\\_h \\[i\\](j) \\<k> \\&amp;'.replace(
        'g\\_h',
        'g_h',
      ),
    ],
    ['<a href=/x><h3>T</h3><p>p</p></a>', '[T p](https://shop.example/x)'],
    ['<table role=presentation><tr><td><p>a<td><p>b</table>', 'a\n\nb'],
  ])('%j', (html, expected) => expect(markdown(html).trimEnd()).toBe(expected));

  it('does not let text look like the document around a page', () => {
    expect(markdown('<p>## Body</p><p>- Status: `200`</p>')).toBe('\\## Body\n\n\\- Status: \\`200\\`\n');
  });
});

describe('the main part', () => {
  const long = 'Lamps are bright. '.repeat(15);

  it.each([
    [`<nav>n</nav><main>${long}</main><footer>f</footer>`],
    [`<nav>n</nav><div role=main>${long}</div>`],
    [`<nav>n</nav><article>${long}</article>`],
    [`<nav>n</nav><div role=banner>b</div><p>${long}</p><aside>a</aside>`],
  ])('%# is found', (html) => expect(text(html, true).trim()).toBe(long.trim()));

  it('is the whole page when there is little else', () => {
    expect(text('<nav>n</nav><main>m</main>', true)).toBe('n\nm\n');
  });
});

describe('limits', () => {
  it.each([
    ['<div>'.repeat(100_000), 'more than 512'],
    ['<br>'.repeat(200_001), 'more than 200000 nodes'],
  ])('%# are kept', (html, message) => {
    expect(() => text(html)).toThrow(message);
  });
});

describe('the title', () => {
  it.each([
    ['<title> A\n lamp </title>', 'A lamp'],
    ['<svg><title>drawing</title></svg>', ''],
  ])('%j', (html, title) => expect(renderHtml(html, 'text', AT, false).title).toBe(title));
});

it('knows no element by a name that every object has', () => {
  expect(markdown('<p>a <constructor>b</constructor> <tostring>c</tostring></p>')).toBe('a b c\n');
});
