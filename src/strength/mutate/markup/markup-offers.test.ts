import { describe, expect, it } from 'vitest';
import { storedExchange } from '../../../../test/support/files/stored-exchange.js';
import { readSubject } from '../../../request-file/expressions/parse-subject.js';
import type { Mutant } from '../../model/mutant.js';
import type { MutationKind } from '../../model/mutation-kinds.js';
import { changeResponse } from '../change-response.js';
import { mutantsOf } from '../mutants-of.js';

const all = { seed: 1, maxMutants: 100_000 };
const XML_TYPE = [['Content-Type', 'application/xml']] as const;

function mutants(
  body: string,
  headers: readonly (readonly [string, string])[] = XML_TYPE,
): readonly Mutant[] {
  return mutantsOf(storedExchange({ body, headers }), all).filter(({ change }) => change.on === 'markup');
}

/** The texts of the body that the changes of a kind give. */
function bodies(kind: MutationKind, body: string): readonly string[] {
  const source = storedExchange({ body, headers: XML_TYPE });
  const ofKind = mutants(body).filter((mutant) => mutant.kind === kind);
  return ofKind.map(({ change }) => changeResponse(source, change).body);
}

describe('the changes of an XML body', () => {
  it.each<readonly [MutationKind, string, readonly string[]]>([
    ['field-removed', '<a>\n <b>1</b>\n <c/>\n</a>', ['<a>\n \n <c/>\n</a>', '<a>\n <b>1</b>\n \n</a>']],
    ['field-removed', '<a  x = \'y\'\n z="1" />', ['<a\n z="1" />', "<a  x = 'y' />"]],
    [
      'field-renamed',
      '<a><createdAt >1</createdAt ></a>',
      ['<A><createdAt >1</createdAt ></A>', '<a><created_at >1</created_at ></a>'],
    ],
    ['field-renamed', '<a><b/><B/></a>', ['<A><b/><B/></A>', '<a><b_/><B/></a>', '<a><b/><B_/></a>']],
    [
      'field-renamed',
      '<p:a xmlns:p="u" p:x="1"/>',
      ['<p:A xmlns:p="u" p:x="1"/>', '<p:a xmlns:p="u" p:X="1"/>'],
    ],
    ['text-emptied', '<a x="y">\n open\n</a>', ['<a x="y"></a>', '<a x="">\n open\n</a>']],
    ['text-emptied', '<a> <!-- no text --> </a>', []],
    ['type-changed', '<a>\n <b> 7 </b></a>', ['<a>\n <b> unknown </b></a>']],
    ['type-changed', '<a>true</a>', ['<a>yes</a>']],
    ['type-changed', '<a>2024-01-01</a>', ['<a>1704067200000</a>']],
    ['number-off-by-one', '<a b="-1">19.99</a>', ['<a b="-1">20.99</a>', '<a b="0">19.99</a>']],
    [
      'sign-changed',
      '<a b="-1.50" c="0">5.00</a>',
      ['<a b="-1.50" c="0">-5.00</a>', '<a b="1.50" c="0">5.00</a>'],
    ],
    ['flag-flipped', '<a b="false">true</a>', ['<a b="false">false</a>', '<a b="true">true</a>']],
    ['unknown-value', '<a state="open">two words</a>', ['<a state="unknown_value">two words</a>']],
    ['date-shifted', '<a><b>2024-02-28</b></a>', ['<a><b>2024-02-29</b></a>']],
    ['date-shifted', '<a>Fri, 31 Dec 2021 23:00:00 +0200</a>', ['<a>Sat, 01 Jan 2022 23:00:00 +0200</a>']],
    ['date-shifted', '<a created="1700000000"/>', ['<a created="1700086400"/>']],
    ['list-emptied', '<a><b/>, <b>1</b><c/></a>', ['<a>, <c/></a>']],
    ['element-duplicated', '<a><b/> <b>1</b></a>', ['<a><b/> <b>1</b><b>1</b></a>']],
    ['list-reordered', '<a><b/>, <b>1</b></a>', ['<a><b>1</b>, <b/></a>']],
    ['list-reordered', '<a><b>1</b><b>2</b><b>1</b></a>', []],
  ])('%s of %s', (kind, body, expected) => {
    expect(bodies(kind, body)).toEqual(expected);
  });

  it.each<readonly [string, MutationKind, string, string]>([
    [
      'a comment',
      'number-off-by-one',
      '<a><!-- <b>1</b> --><b>2</b></a>',
      '<a><!-- <b>1</b> --><b>3</b></a>',
    ],
    ['CDATA', 'unknown-value', '<a><![CDATA[ open ]]></a>', '<a><![CDATA[ unknown_value ]]></a>'],
    ['CDATA with tags', 'text-emptied', '<a><![CDATA[<b>]]></a>', '<a></a>'],
    [
      'an instruction',
      'sign-changed',
      '<?xml version="1.0"?>\n<?x <a>1</a>?><a>1</a>',
      '<?xml version="1.0"?>\n<?x <a>1</a>?><a>-1</a>',
    ],
    [
      'a document type',
      'number-off-by-one',
      '<!DOCTYPE a [<!ENTITY b "<a>1</a>">]><a>1</a>',
      '<!DOCTYPE a [<!ENTITY b "<a>1</a>">]><a>2</a>',
    ],
    ['entities', 'unknown-value', '<a b="&lt;&#62;">&#111;pen</a>', '<a b="&lt;&#62;">unknown_value</a>'],
    ['an angle in an attribute', 'number-off-by-one', '<a b=" > ">1</a>', '<a b=" > ">2</a>'],
    [
      'line ends of two characters',
      'number-off-by-one',
      '<a>\r\n  <b>1</b>\r\n</a>\r\n',
      '<a>\r\n  <b>2</b>\r\n</a>\r\n',
    ],
    ['text in parts', 'date-shifted', '<a>2024-<!-- x -->01-01</a>', '<a>2024-01-02</a>'],
    [
      'a date with escapes behind it',
      'date-shifted',
      '<a>2024-01-01T10:00 &lt;UTC&gt;</a>',
      '<a>2024-01-02T10:00 &#60;UTC></a>',
    ],
  ])('leaves everything else as it is: %s', (_, kind, body, expected) => {
    expect(bodies(kind, body)[0]).toBe(expected);
  });

  it('names places by XPath, as assertions do', () => {
    const body =
      '<soap:Envelope xmlns:soap="urn:s"><soap:Body><m:Reply xmlns:m="urn:m"><m:Item id="a"/><m:Item id="b"/></m:Reply>' +
      '<Other xmlns="urn:o"><x:y xmlns:x="urn:x" x:z="w"/></Other></soap:Body></soap:Envelope>';
    const found = mutants(body);
    const words = found.map((mutant) => mutant.words);
    const prices = '/soap:Envelope/soap:Body/*[local-name()="Reply"]';
    expect(words).toContain('the element /soap:Envelope was renamed to envelope');
    expect(words).toContain(`the list ${prices}/*[local-name()="Item"] has another order`);
    expect(words).toContain(`the attribute ${prices}/*[local-name()="Item"][2]/@id was removed`);
    const other = '/soap:Envelope/soap:Body/Other/*[local-name()="y"]';
    expect(words).toContain(`the attribute ${other}/@*[local-name()="z"] became empty`);
    for (const { place } of found) {
      const { problem, subject } = readSubject(place, 0, place.length, () => false);
      expect([problem, subject.kind]).toEqual([undefined, 'xpath']);
    }
  });

  it('uses the prefixes of the root element, and names without one in its usual namespace', () => {
    const feed =
      '<feed xmlns="urn:f" xmlns:f="urn:f" xmlns:t="urn:t"><f:id>1</f:id><t:total>2</t:total><entry xmlns:t="urn:u"><t:x/></entry></feed>';
    const places = new Set(mutants(feed).map(({ place }) => place));
    expect(places).toContain('xpath /feed/id');
    expect(places).toContain('xpath /feed/t:total');
    expect(places).toContain('xpath /feed/entry/*[local-name()="x"]');
    const shared = new Set(mutants('<a><b/><q:b xmlns:q="urn:q"/></a>').map(({ place }) => place));
    expect(shared).toContain('xpath /a/b');
    expect(shared).toContain('xpath /a/*[local-name()="b"][namespace-uri()="urn:q"]');
  });

  it('is less dangerous far down', () => {
    const removed = mutants('<a><b><c/></b></a>').filter(({ kind }) => kind === 'field-removed');
    expect(removed.map(({ danger }) => danger)).toEqual([90, 88]);
  });
});

describe('another body', () => {
  it.each([
    ['that is not well-formed', '<a><b></a>', XML_TYPE],
    ['with an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', XML_TYPE],
    ['that is HTML', '<html><body>7</body></html>', [['Content-Type', 'text/html']] as const],
    ['that is HTML by its first tag', '<!doctype html><p>7</p>', [['Content-Type', 'text/plain']] as const],
    ['that is nested too deeply', '<a>'.repeat(600) + '</a>'.repeat(600), XML_TYPE],
    ['that is long', `<a>${'x'.repeat(200_000)}</a>`, XML_TYPE],
    ['that is text', 'a < b > c', [['Content-Type', 'text/plain']] as const],
  ])('%s is cut off and emptied only', (_, body, headers) => {
    const found = mutantsOf(storedExchange({ body, headers }), all);
    expect(found.filter(({ place }) => place === 'body').map(({ kind }) => kind)).toEqual([
      'body-truncated',
      'text-emptied',
    ]);
    expect(mutants(body, headers)).toEqual([]);
  });

  it.each([
    ['<div>7</div>', undefined, false],
    ['<div>7</div>', [], true],
    ['<div>7</div>', XML_TYPE, true],
    ['<?xml version="1.0"?><div>7</div>', undefined, true],
    ['<order>7</order>', undefined, true],
  ] as const)('%s with the headers %j is changed value by value: %s', (body, headers, isChanged) => {
    const found = mutantsOf(storedExchange({ body, headers, source: 'history' }), all);
    expect(found.some(({ change }) => change.on === 'markup')).toBe(isChanged);
  });

  it('of which only the start is known is not changed', () => {
    const found = mutantsOf(storedExchange({ body: '<a/>', isCut: true, headers: [] }), all);
    expect(new Set(found.map(({ place }) => place))).toEqual(new Set(['status']));
  });
});
