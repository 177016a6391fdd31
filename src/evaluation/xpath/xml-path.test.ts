import { describe, expect, it } from 'vitest';
import { ABSENT } from '../values/absent.js';
import { readMarkup } from './markup.js';
import { at } from '../../../test/support/unit/xml-path-setup.js';

describe('XPath 1.0', () => {
  it.each<[string, unknown]>([
    ['//title', ['A & BC', 'D<E>']],
    ['/shop/book[2]/title', 'D<E>'],
    ['//book[@id="2"]/price[1]', '20.5'],
    ['//book[price > 15]/@id', '2'],
    ['//price[. = "n/a"]/../@id', '2'],
    ['//price[1]', ['10', '20.5']],
    ['(//price)[last()]', 'n/a'],
    ['//book[position() = last()]/@id', '2'],
    ['//book[not(@xml:lang)]/@id', '2'],
    ['//book[title and price = 10]/@id', '1'],
    ['//book/title | //@id', ['1', 'A & BC', '2', 'D<E>']],
    ['//comment()', 'note'],
    ['//processing-instruction("go")', 'now'],
    ['//book[2]/preceding-sibling::*/@id', '1'],
    ['//title[starts-with(., "D")]/following-sibling::price', ['20.5', 'n/a']],
    ['//price/ancestor::*', (value: unknown) => Array.isArray(value) && value.length === 3],
    ['//book[1]/following::price', ['20.5', 'n/a']],
    ['//price[3]/preceding::title', ABSENT],
    ['child::shop/child::book[attribute::id = 1]/child::title/text()', 'A & BC'],
    ['//*[local-name() = "price"][2]', 'n/a'],
    ['//book[lang("en")]/@id', '1'],
    ['id("2")/title', 'D<E>'],
    ['//gone', ABSENT],
    ['//book/@gone', ABSENT],
    ['self::node()/shop/book/@id', ['1', '2']],
    ['//book//text()[. = "10"]', '10'],
  ])('selects %s', (expression, wanted) => {
    const value = at(expression);
    if (typeof wanted === 'function') expect((wanted as (value: unknown) => boolean)(value)).toBe(true);
    else expect(value).toEqual(wanted);
  });

  it.each<[string, unknown]>([
    ['count(//book)', 2],
    ['string(//title)', 'A & BC'],
    ['contains(//title, "A")', true],
    ['//title = "D<E>"', true],
    ['//price != 10', true],
    ['sum(//book[1]/price)', 10],
    ['sum(//price)', Number.NaN],
    ['name(/*)', 'shop'],
    ['1 + 2 * 3 - -1', 8],
    ['(1 + 2) * 3', 9],
    ['5 mod -2', 1],
    ['1 div 0', Infinity],
    ['"1" = 1', true],
    ['true() = "x"', true],
    ['"a" < 1', false],
    ['not(//gone)', true],
    ['boolean(0) or //book', true],
    ['substring("12345", 1.5, 2.6)', '234'],
    ['substring("12345", 0, 3)', '12'],
    ['substring("12345", 2)', '2345'],
    ['substring("12345", -42, 1 div 0)', '12345'],
    ['substring("12345", 0 div 0, 3)', ''],
    ['substring-before("a-b-c", "-")', 'a'],
    ['substring-after("a-b-c", "-")', 'b-c'],
    ['translate("--aaa--", "abc-", "ABC")', 'AAA'],
    ['normalize-space("  a \t b ")', 'a b'],
    ['string-length("😀a")', 2],
    ['concat("a", 1, true(), 0.5)', 'a1true0.5'],
    ['string(10000000000000000000000)', '10000000000000000000000'],
    ['string(0.0000001)', '0.0000001'],
    ['string(-0)', '0'],
    ['number(" 12.50 ")', 12.5],
    ['number("1e3")', Number.NaN],
    ['round(2.5) + round(-2.5)', 1],
    ['floor(-1.5) + ceiling(1.2)', 0],
    ['namespace-uri(/*)', ''],
  ])('computes %s', (expression, value) => {
    expect(at(expression)).toEqual(value);
  });

  it.each([
    '',
    '//',
    '//book[',
    '//book]',
    '1 +',
    'foo(1)',
    'count()',
    'count(1)',
    '$x',
    'a b',
    'up::a',
    '"open',
    '1[2]/a',
    '#',
    '('.repeat(500),
  ])('refuses %.20s', (expression) => {
    expect(() => at(expression)).toThrow();
  });

  it('knows operator names as element names', async () => {
    const odd = await readMarkup('<div><div>1</div><mod>4</mod><and>x</and></div>', 'text/xml');
    expect(at('div/div', odd)).toBe('1');
    expect(at('div/mod div div/div', odd)).toBe(4);
    expect(at('//and and //or', odd)).toBe(false);
    expect(at('count(//*) * 2', odd)).toBe(8);
  });
});

describe('namespaces', () => {
  it('matches unprefixed names in the default namespace and takes the prefixes of the root', async () => {
    const markup = await readMarkup(
      '<r xmlns="urn:d" xmlns:p="urn:p" a="0" p:a="9"><a>1</a><p:a>2</p:a><q:b xmlns:q="urn:d">3</q:b><c xmlns="">4</c></r>',
      'text/xml',
    );
    expect(at('//a', markup)).toBe('1');
    expect(at('//p:a', markup)).toBe('2');
    expect(at('//b', markup)).toBe('3');
    expect(at('//c', markup)).toBe('4');
    expect(at('//p:*', markup)).toBe('2');
    expect(at('/r/@a', markup)).toBe('0');
    expect(at('/r/@p:a', markup)).toBe('9');
    expect(at('count(/r/@*)', markup)).toBe(2);
    expect(at('namespace-uri(//b)', markup)).toBe('urn:d');
    expect(() => at('//q:b', markup)).toThrow('the root element declares no prefix `q`');
  });
});

describe('documents', () => {
  it('reads HTML as people write it', async () => {
    const html = await readMarkup(
      '<!-- x --><!DOCTYPE html><html><head><title>A &amp; &eacute;&nbsp;B</title><meta charset=utf-8></head><body>' +
        '<P class=a>one<p>two<br>three<ul><li>a<li>b</ul><script>if (a<b) {}</script></body></html>',
      '',
    );
    expect(html.kind).toBe('html');
    expect(at('//title', html)).toBe('A & é\u00a0B');
    expect(at('//p', html)).toEqual(['one', 'twothree']);
    expect(at('//P/@CLASS', html)).toBe('a');
    expect(at('//li[2]', html)).toBe('b');
    expect(at('//meta/@charset', html)).toBe('utf-8');
    expect(at('//script', html)).toBe('if (a<b) {}');
  });

  it('goes by the type, then by the look', async () => {
    expect((await readMarkup('<html><br></html>', 'text/html; charset=utf-8')).kind).toBe('html');
    expect(
      (await readMarkup('<html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml')).kind,
    ).toBe('xml');
    expect((await readMarkup('<!doctype html><p>x', 'text/plain')).kind).toBe('html');
    expect((await readMarkup('  <a/>', 'text/plain')).kind).toBe('xml');
    expect((await readMarkup(`${'<!-- x -->'.repeat(50_000)}<p`, 'text/plain')).kind).toBe('none');
  });

  it.each([
    ['<a><b></a>', '</a> closes nothing (line 1)'],
    ['<a>\n<b>', '<b> is not closed (line 2)'],
    ['<a/><b/>', 'more than one root'],
    ['x<a/>', 'text outside'],
    ['<a/>x', 'text outside'],
    ['', 'no root element'],
    ['<!-- x', 'is not closed'],
    ['<a b=1/>', 'malformed'],
    ['<a b="1" b="2"/>', 'given twice'],
    ['<a b="1"c="2"/>', 'malformed'],
    ['<a>&no;</a>', 'unknown entity &no;'],
    ['<a>&#0;</a>', 'unknown entity'],
    ['<a>fish & chips</a>', 'unknown entity'],
    ['<!DOCTYPE a [ <!ENTITY b "&c;&c;"> ', '<!DOCTYPE is not closed'],
    ['<!DOCTYPE a [<!ENTITY b "bomb">]><a>&b;</a>', 'unknown entity &b;'],
    ['< a/>', 'a tag has no name'],
    ['</a>', 'closes nothing'],
  ])('reports what is wrong with %s', async (text, problem) => {
    const markup = await readMarkup(text, 'text/xml');
    expect(markup.kind === 'none' && markup.problem).toContain(problem);
    expect(at('//a', markup)).toBe(ABSENT);
  });

  it('normalizes line ends and attribute values', async () => {
    const markup = await readMarkup('<a b="x\n\ty&#10;z" c=\'"\'>1\r\n2\r3</a>', 'text/xml');
    expect(at('/a/@b', markup)).toBe('x  y\nz');
    expect(at('/a/@c', markup)).toBe('"');
    expect(at('/a', markup)).toBe('1\n2\n3');
  });
});
