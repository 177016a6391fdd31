/** Values in the examples and rules of the recommendation "XML Path Language (XPath) Version 1.0". */
import { describe, expect, it } from 'vitest';
import { xpathValue } from './xml-path.js';
import { readMarkup } from './markup.js';

const numbers = await readMarkup(
  '<n><a>1</a><a>2</a><a>3</a><b>3</b><b>4</b><c> 12 </c><d>x</d><e/><f>true</f></n>',
  'application/xml',
);

const text = await readMarkup(
  '<doc><chapter id="c1"><title>Introduction</title><para>1</para></chapter>' +
    '<chapter id="c2"><title>Methods</title><em>x</em></chapter></doc>',
  'application/xml',
);

describe('expressions (section 3)', () => {
  it.each<[string, unknown]>([
    // 3.3: unions and filters.
    ['count(//title | //title | //em)', 3],
    ['string((//para | //title)[1])', 'Introduction'],
    ['string(id("c2 c1")[1]/title)', 'Introduction'],
    // 3.4: precedence and comparison.
    ['3 > 2 > 1', false],
    ['(3 > 2) > 0', true],
    ['1 or 1 div 0', true],
    ['false() and (1 div 0)', false],
    ['1 = 1 = 1', true],
    ['2 = 2 = 1', true],
    ['1 + 1 = 2 and 2 != 3', true],
    ['true() = 2', true],
    ['"false" = false()', false],
    ['"" = false()', true],
    ['"1.0" = 1', true],
    ['"1.0" = "1"', false],
    ['"b" > "a"', false],
    ['"2" > "10"', false],
    ['"10" > "9"', true],
    // 3.5: numbers.
    ['5 mod 2', 1],
    ['5 mod -2', 1],
    ['-5 mod 2', -1],
    ['-5 mod -2', -1],
    ['1.5 mod 0.5', 0],
    ['6 div 4', 1.5],
    ['-1 div 0', -Infinity],
    ['0 div 0', Number.NaN],
    ['- - 1', 1],
    ['2 - 1 - 1', 0],
    ['2 * 3 + 4 div 2', 8],
    ['-2 * 3', -6],
    ['.5 + 5.', 5.5],
    // 3.7: tokens.
    ['count(//*[not(self::*)])', 0],
    ['count(//title)*2', 4],
    ['count( // title [ 1 ] )', 2],
    [`concat('"', "'")`, `"'`],
  ])('%s', (expression, value) => {
    expect(xpathValue(expression, text)).toEqual(value);
  });

  it.each<[string, boolean]>([
    ['/n/a = 2', true],
    ['/n/a != 2', true],
    ['not(/n/a = 2)', false],
    ['/n/a = /n/b', true],
    ['/n/a != /n/b', true],
    ['/n/a > /n/b', false],
    ['/n/a >= /n/b', true],
    ['/n/a < /n/b', true],
    ['3 > /n/a', true],
    ['1 > /n/a', false],
    ['/n/c = 12', true],
    ['/n/c = "12"', false],
    ['/n/d = 1', false],
    ['/n/d != 1', true],
    ['/n/d < 1 or /n/d >= 1', false],
    ['/n/e = ""', true],
    ['/n/e = false()', false],
    ['/n/e = true()', true],
    ['/n/gone = false()', true],
    ['/n/gone = /n/gone', false],
    ['/n/gone != /n/gone', false],
    ['/n/gone = ""', false],
    ['/n/gone < 1', false],
    ['/n/gone < true()', true],
    ['/n/f = true()', true],
    ['/n/a[2] = /n/a[1] + 1', true],
  ])('compares node-sets: %s', (expression, value) => {
    expect(xpathValue(expression, numbers)).toBe(value);
  });
});

describe('core function library (section 4)', () => {
  it.each<[string, unknown]>([
    // 4.1: node-sets.
    ['count(/n/a[last()=3])', 3],
    ['sum(/n/a[position() mod 2 = 1])', 4],
    ['local-name(/n/*[5])', 'b'],
    ['local-name(/n/gone)', ''],
    ['name(/n/gone)', ''],
    ['namespace-uri(/n/gone)', ''],
    ['name()', ''],
    ['name(/n/a | /n)', 'n'],
    // 4.2: strings.
    ['string(/n/a)', '1'],
    ['string(/n/gone)', ''],
    ['string(0 div 0)', 'NaN'],
    ['string(1 div 0)', 'Infinity'],
    ['string(-1 div 0)', '-Infinity'],
    ['string(-0)', '0'],
    ['string(0 * -1)', '0'],
    ['string(1.0)', '1'],
    ['string(-1.50)', '-1.5'],
    ['string(0.1)', '0.1'],
    ['string(.000000125)', '0.000000125'],
    ['string(1208925819614629174706176)', '1208925819614629174706176'],
    ['string(1 div 3)', '0.3333333333333333'],
    ['string(true())', 'true'],
    ['string(1 = 2)', 'false'],
    ['concat(1, " ", true(), /n/b)', '1 true3'],
    ['starts-with("abc", "")', true],
    ['starts-with("abc", "ab")', true],
    ['contains("abc", "")', true],
    ['contains("abc", "d")', false],
    ['substring-before("1999/04/01", "/")', '1999'],
    ['substring-before("abc", "x")', ''],
    ['substring-before("abc", "")', ''],
    ['substring-after("1999/04/01", "/")', '04/01'],
    ['substring-after("1999/04/01", "19")', '99/04/01'],
    ['substring-after("abc", "")', 'abc'],
    ['substring("12345", 2, 3)', '234'],
    ['substring("12345", 2)', '2345'],
    ['substring("12345", 1.5, 2.6)', '234'],
    ['substring("12345", 0, 3)', '12'],
    ['substring("12345", 0 div 0, 3)', ''],
    ['substring("12345", 1, 0 div 0)', ''],
    ['substring("12345", -42, 1 div 0)', '12345'],
    ['substring("12345", -1 div 0, 1 div 0)', ''],
    ['string-length("")', 0],
    ['string-length(/n/d)', 1],
    ['normalize-space(/n/c)', '12'],
    ['translate("bar", "abc", "ABC")', 'BAr'],
    ['translate("--aaa--", "abc-", "ABC")', 'AAA'],
    ['translate("aa", "aa", "xy")', 'xx'],
    // 4.3: booleans.
    ['boolean(0 div 0)', false],
    ['boolean(-1)', true],
    ['boolean("")', false],
    ['boolean("false")', true],
    ['boolean(/n/e)', true],
    ['boolean(/n/gone)', false],
    ['not(0)', true],
    // 4.4: numbers.
    ['number(/n/c)', 12],
    ['number(/n/d)', Number.NaN],
    ['number(/n/gone)', Number.NaN],
    ['number("")', Number.NaN],
    ['number("+1")', Number.NaN],
    ['number("-.5")', -0.5],
    ['number(true())', 1],
    ['sum(/n/gone)', 0],
    ['floor(2.6) + floor(-2.5)', -1],
    ['ceiling(2.2) + ceiling(-2.5)', 1],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['round(0 div 0)', Number.NaN],
    ['round(-1 div 0)', -Infinity],
    ['1 div round(-0.2)', -Infinity],
  ])('%s', (expression, value) => {
    expect(xpathValue(expression, numbers)).toEqual(value);
  });
});
