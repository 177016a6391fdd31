/** Paths in the examples and rules of the recommendation "XML Path Language (XPath) Version 1.0", section by section. */
import { describe, expect, it } from 'vitest';
import { ABSENT } from '../values/absent.js';
import { xpathValue } from './xml-path.js';
import { readMarkup, type Markup } from './markup.js';

const book = await readMarkup(
  `<doc id="d" xml:lang="en">
<chapter id="c1"><title id="t1">Introduction</title><para id="p1" type="warning">one</para><para id="p2">two <em id="e1">x</em></para></chapter>
<!--between--><?style sheet?>
<chapter id="c2"><title id="t2">Methods</title>
<section id="s1"><para id="p3" type="warning">3</para><para id="p4" type="note">4</para><figure id="f1"/></section>
<section id="s2"><para id="p5" type="warning">5</para><olist id="o1"><item id="i1">a</item><item id="i2">b</item></olist><figure id="f2"/></section></chapter>
<chapter id="c3" xml:lang="de-AT"><para id="p6" type="warning">6</para><div id="v1"><div id="v2"><para id="p7">7</para></div></div></chapter>
<appendix id="a1"><title id="t3">Tables</title><employee id="m1" secretary="x" assistant="y"/><employee id="m2" secretary="x"/></appendix>
</doc>`,
  'application/xml',
);

/** The identifiers of the selected elements; a value of another type as it is. */
function ids(expression: string): unknown {
  const value = xpathValue(`(${expression})/@id`, book);
  return value === ABSENT ? [] : Array.isArray(value) ? value : [value];
}

const list = (names: string): string[] => names.split(' ').filter((name) => name !== '');

describe('location paths (section 2)', () => {
  it.each([
    ['/doc/chapter[1]/child::para', 'p1 p2'],
    ['/doc/child::*', 'c1 c2 c3 a1'],
    ['/doc/chapter[1]/child::node()', 't1 p1 p2'],
    ['/doc/chapter[1]/descendant::para', 'p1 p2'],
    ['/doc/chapter[2]/descendant::para', 'p3 p4 p5'],
    ['//para[@id="p7"]/ancestor::div', 'v1 v2'],
    ['//div[@id="v2"]/ancestor-or-self::div', 'v1 v2'],
    ['//div[@id="v1"]/descendant-or-self::para', 'p7'],
    ['//para[@id="p7"]/descendant-or-self::para', 'p7'],
    ['//para[@id="p7"]/self::para', 'p7'],
    ['//div[@id="v1"]/self::para', ''],
    ['/doc/child::chapter/descendant::para', 'p1 p2 p3 p4 p5 p6 p7'],
    ['/doc/child::*/child::para', 'p1 p2 p6'],
    ['/descendant::para', 'p1 p2 p3 p4 p5 p6 p7'],
    ['/descendant::olist/child::item', 'i1 i2'],
    ['/doc/chapter[1]/child::para[position()=1]', 'p1'],
    ['/doc/chapter[1]/child::para[position()=last()]', 'p2'],
    ['//section/child::para[position()=last()-1]', 'p3'],
    ['/doc/chapter[1]/child::para[position()>1]', 'p2'],
    ['/doc/chapter[1]/following-sibling::chapter[position()=1]', 'c2'],
    ['/doc/chapter[3]/preceding-sibling::chapter[position()=1]', 'c2'],
    ['/doc/chapter[3]/preceding-sibling::chapter', 'c1 c2'],
    ['/descendant::para[position()=5]', 'p5'],
    ['/child::doc/child::chapter[position()=2]/child::section[position()=2]', 's2'],
    ['//section/child::para[attribute::type="warning"]', 'p3 p5'],
    ['/descendant::para[attribute::type="warning"][position()=3]', 'p5'],
    ['/descendant::para[position()=5][attribute::type="warning"]', 'p5'],
    ['/descendant::para[position()=4][attribute::type="warning"]', ''],
    ['/doc/child::chapter[child::title="Introduction"]', 'c1'],
    ['/doc/child::chapter[child::title]', 'c1 c2'],
    ['/doc/child::*[self::chapter or self::appendix]', 'c1 c2 c3 a1'],
    ['/doc/child::*[self::chapter or self::appendix][position()=last()]', 'a1'],
    ['//section[@id="s1"]/following::para', 'p5 p6 p7'],
    ['//section[@id="s2"]/preceding::para', 'p1 p2 p3 p4'],
    ['//section[@id="s2"]/preceding::para[1]', 'p4'],
    ['//section[@id="s2"]/preceding::*[last()]', 'c1'],
    ['(//section[@id="s2"]/preceding::para)[1]', 'p1'],
    ['//item[2]/parent::olist', 'o1'],
    ['//item/parent::*', 'o1'],
    ['//em/ancestor::*[2]', 'c1'],
    ['//@type/parent::para', 'p1 p3 p4 p5 p6'],
    ['//comment()/following-sibling::*[1]', 'c2'],
    ['//processing-instruction()/preceding-sibling::*[1]', 'c1'],
    ['/doc/chapter[2]/@id/following::para[1]', 'p3'],
  ])('%s', (expression, wanted) => {
    expect(ids(expression)).toEqual(list(wanted));
  });

  it('partitions the document by the axes of a node', () => {
    const axes = ['ancestor', 'descendant', 'following', 'preceding', 'self'];
    for (const id of ['c1', 's2', 'v1', 'd'])
      expect(xpathValue(axes.map((axis) => `count(//*[@id="${id}"]/${axis}::*)`).join('+'), book)).toBe(
        xpathValue('count(//*)', book),
      );
  });

  it.each<[string, unknown]>([
    ['string(/doc/chapter[1]/title/attribute::id)', 't1'],
    ['count(//para[@id="p1"]/attribute::*)', 2],
    ['count(/doc/chapter[1]/para[2]/child::text())', 1],
    ['/doc/processing-instruction("style")', 'sheet'],
    ['/doc/processing-instruction("other")', ABSENT],
    ['/doc/comment()', 'between'],
    ['count(/descendant-or-self::node()/self::comment())', 1],
    ['count(/)', 1],
    ['count(/parent::node())', 0],
    ['count(//@id/child::node())', 0],
    ['count(//@id/self::node()) = count(//*)', true],
  ])('%s', (expression, value) => {
    expect(xpathValue(expression, book)).toEqual(value);
  });
});

describe('abbreviated syntax (section 2.5)', () => {
  it.each([
    ['/doc/chapter/para', '/child::doc/child::chapter/child::para', 'p1 p2 p6'],
    ['/doc/*', '/child::doc/child::*', 'c1 c2 c3 a1'],
    ['//para[1]', '/descendant-or-self::node()/child::para[position()=1]', 'p1 p3 p5 p6 p7'],
    ['/descendant::para[1]', '/descendant::para[position()=1]', 'p1'],
    ['//section/para[last()]', '/descendant::section/child::para[position()=last()]', 'p4 p5'],
    ['/doc/chapter[2]/section[2]', '/child::doc/child::chapter[2]/child::section[position()=2]', 's2'],
    [
      '//chapter//para',
      '/descendant::chapter/descendant-or-self::node()/child::para',
      'p1 p2 p3 p4 p5 p6 p7',
    ],
    ['//olist/item', '/descendant-or-self::node()/child::olist/child::item', 'i1 i2'],
    ['//olist/.', '/descendant::olist/self::node()', 'o1'],
    [
      '//div[@id="v1"]/.//para',
      '/descendant::div[1]/self::node()/descendant-or-self::node()/child::para',
      'p7',
    ],
    ['//item/..', '/descendant::item/parent::node()', 'o1'],
    ['//em/../@type/..', '/descendant::em/parent::node()/attribute::type/parent::node()', ''],
    ['//para[@type="warning"]', '/descendant::para[attribute::type="warning"]', 'p1 p3 p5 p6'],
    [
      '//section/para[@type="warning"][1]',
      '//section/para[attribute::type="warning"][position()=1]',
      'p3 p5',
    ],
    ['//section/para[1][@type="note"]', '//section/para[position()=1][attribute::type="note"]', ''],
    ['/doc/chapter[title="Introduction"]', '/doc/chapter[child::title="Introduction"]', 'c1'],
    ['/doc/chapter[title]', '/doc/chapter[child::title]', 'c1 c2'],
    [
      '//employee[@secretary and @assistant]',
      '//employee[attribute::secretary and attribute::assistant]',
      'm1',
    ],
  ])('%s is %s', (abbreviated, full, wanted) => {
    expect(ids(abbreviated)).toEqual(list(wanted));
    expect(ids(full)).toEqual(list(wanted));
  });
});

describe('functions that select (section 4)', () => {
  it.each([
    ['id("c3")/child::para[position()=1]', 'p6'],
    ['id("f2 f1 gone")', 'f1 f2'],
    ['id(//item/@id)', 'i1 i2'],
    ['//chapter[lang("en")]', 'c1 c2'],
    ['//chapter[lang("DE")]', 'c3'],
    ['//para[lang("de")]', 'p6 p7'],
    ['//chapter[lang("d")]', ''],
  ])('%s', (expression, wanted) => {
    expect(ids(expression)).toEqual(list(wanted));
  });
});

/** Rules that are not followed, with what happens instead. */
describe('exceptions', () => {
  it.each<[string, string, unknown, Markup]>([
    ['documents have no namespace nodes', 'count(//namespace::*)', 0, book],
    ['no document type is read: every attribute called `id` is an identifier', 'count(id("c1"))', 1, book],
  ])('%s', (_, expression, value, markup) => {
    expect(xpathValue(expression, markup)).toBe(value);
  });
});
