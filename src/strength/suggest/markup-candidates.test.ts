import { describe, expect, it } from 'vitest';
import {
  measuredRequest,
  measurementOf,
  type HandMade,
} from '../../../test/support/files/measured-request.js';
import { checkLine, responseView } from '../../../test/support/runs/evaluation.js';
import { adviseOn } from './advise-on.js';
import { headers } from '../../../test/support/unit/markup-candidates-setup.js';

/** The suggestions for the body of a response; the other bodies are of earlier runs. */
async function suggestionsFor(
  body: string,
  earlier: readonly string[] = [],
  made: Partial<HandMade> = {},
): Promise<readonly string[]> {
  const past = earlier.map((each, index) => ({ headers, body: each, durationMs: 9 + index }));
  const measured = measuredRequest({ responses: [{ headers, body }], earlier: past, ...made });
  const { suggestions } = await adviseOn(measurementOf([measured]));
  const ofBody = suggestions.filter(({ assertion }) => assertion.startsWith('expect xpath '));
  return ofBody.map(({ assertion }) => assertion.slice('expect xpath '.length));
}

describe('what is suggested for a place of an XML body', () => {
  it.each<readonly [string, readonly string[]]>([
    ['<a><b>7</b></a>', [String.raw`/a/b matches /^-?\d+(\.\d+)?$/`]],
    ['<a><count>7</count></a>', [String.raw`/a/count matches /^\d+$/`]],
    ['<a><price>7.5</price></a>', [String.raw`/a/price matches /^\d+(\.\d+)?$/`]],
    ['<a paid="true"/>', ['/a/@paid matches /^(true|false)$/']],
    ['<a><due>2024-02-29</due></a>', [String.raw`/a/due matches /^\d{4}-\d{2}-\d{2}$/`]],
    ['<a version="2.0"/>', [String.raw`/a/@version matches /^-?\d+(\.\d+)*$/`]],
    ['<a><b>two words</b></a>', [String.raw`/a/b matches /\S/`]],
    ['<a><b/></a>', ['/a/b exists']],
    ['<a><note>for you</note></a>', ['/a/note exists']],
    ['<a><key>[REDACTED]</key></a>', ['/a/key exists']],
  ])('%s', async (body, expected) => {
    expect(await suggestionsFor(body)).toEqual(expected);
  });

  it('is the value itself only for words and flags that several runs had', async () => {
    const body = '<a><state>open</state><paid>true</paid></a>';
    expect(await suggestionsFor(body, [body])).toEqual(['/a/state == "open"', '/a/paid == "true"']);
    expect(await suggestionsFor(body, ['<a><state>done</state><paid>false</paid></a>'])).toEqual([
      String.raw`/a/state matches /\S/`,
      '/a/paid matches /^(true|false)$/',
    ]);
    const text = 'GET http://localhost/\n\n>>>\nexpect xpath /a/state exists\n<<<\n';
    expect(await suggestionsFor(body, [body], { text })).toEqual([
      String.raw`/a/state matches /\S/`,
      '/a/paid == "true"',
    ]);
  });

  it('is true of each element of a list, whether it has one or many', async () => {
    const item = (id: string, price: string): string =>
      `<item id="${id}"><price>${price}</price><at>2024-01-01T00:00:00Z</at><link>https://x.test/</link><new>true</new></item>`;
    const body = `<items>${item('a b', '1')}${item('b c', '2.5')}</items>`;
    const expected = [
      '/items/item exists',
      '"count(/items/item[not(normalize-space(@id))]) == 0"',
      '"count(/items/item[not(price >= 0)]) == 0"',
      `"count(/items/item[not(translate(substring(at, 1, 10), '123456789', '000000000') = '0000-00-00')]) == 0"`,
      `"count(/items/item/link[not(starts-with(., 'http'))]) == 0"`,
      `"count(/items/item[not(new = 'true' or new = 'false')]) == 0"`,
    ];
    const found = (await suggestionsFor(body)).map((each) => each.replaceAll('"', ''));
    expect(found).toEqual(expected.map((each) => each.replaceAll('"', '')));
    const one = (await suggestionsFor(`<items>${item('a b', '1')}</items>`)).map((each) =>
      each.replaceAll('"', ''),
    );
    expect(one).toEqual(expect.arrayContaining(found.slice(1)));
  });

  it('names what a prefix of the root element does not reach by its local name', async () => {
    const body =
      '<s:Envelope xmlns:s="urn:s"><s:Body><m:Reply xmlns:m="urn:m"><m:Price unit="EUR">1.5</m:Price>' +
      '<m:Row><m:n>1</m:n></m:Row><m:Row><m:n>2</m:n></m:Row></m:Reply></s:Body></s:Envelope>';
    const prices = '/s:Envelope/s:Body/*[local-name()="Reply"]';
    const found = await suggestionsFor(body);
    expect(found).toContain(String.raw`${prices}/*[local-name()="Price"] matches /^\d+(\.\d+)?$/`);
    const row = `${prices}/*[local-name()="Row"]`.replaceAll('"', "'");
    const number = "number(*[local-name()='n'])";
    expect(found.map((each) => each.replaceAll('"', ''))).toContain(
      `count(${row}[not(${number} = ${number})]) == 0`,
    );
  });

  it('may be what the request sends', async () => {
    const text = 'GET http://localhost/things/{{create.thing}}?city=Oslo\n';
    const body = '<thing><id>42</id><city>Oslo</city><owner><id>42</id></owner></thing>';
    const responses = [{ headers, body, url: 'http://localhost/things/42?city=Oslo' }];
    expect(await suggestionsFor(body, [], { text, responses })).toEqual([
      '/thing/id == "{{create.thing}}"',
      '/thing/city == "Oslo"',
      String.raw`/thing/owner/id matches /^\d+$/`,
    ]);
  });
});

describe('a plausible next response passes', () => {
  it.each<readonly [string, string, string]>([
    [
      'another state and another flag',
      '<a><state>open</state><b>true</b></a>',
      '<a><state>done</state><b>false</b></a>',
    ],
    ['a value below zero', '<a><temp>3</temp></a>', '<a><temp>-3.5</temp></a>'],
    ['nothing written', '<a><note>x y</note></a>', '<a><note/></a>'],
    [
      'more items',
      '<feed><entry><id>1</id></entry></feed>',
      '<feed><entry><id>1</id></entry><entry><id>2</id></entry></feed>',
    ],
    ['one item', '<rows><row><n>1</n></row><row><n>2</n></row></rows>', '<rows><row><n>1</n></row></rows>'],
    ['no tags', '<a id="1"><tags><tag>x</tag><tag>y</tag></tags></a>', '<a id="1"><tags/></a>'],
    ['another order of attributes', '<a b="1" c="x y"/>', "<a c='z y' b='2'></a>"],
    ['the last page', '<a><next>https://x.test/2</next><b>1</b></a>', '<a><b>1</b></a>'],
  ])('%s', async (_, first, next) => {
    for (const line of await suggestionsFor(first)) {
      const view = responseView(next, { status: 200, headers, type: '' });
      expect(await checkLine(`expect xpath ${line}`, view), line).toMatchObject({ passed: true });
    }
  });
});

it('suggests nothing that differs between runs', async () => {
  const body = '<a><b>1</b><c>x y</c></a>';
  expect(await suggestionsFor(body, ['<a><c>7</c></a>'])).toEqual([String.raw`/a/c matches /\S/`]);
});
