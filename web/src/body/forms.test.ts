import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-body.js';
import { bytesQuery, HexForm } from './hex-form.js';
import { JsonFilter } from './json-filter.js';
import { pathTo } from './json-paths.js';
import { readTape, type JsonTape } from './json-tape.js';
import { LineForm } from './line-form.js';
import { MarkupFilter } from './markup-filter.js';
import { compileFinder } from './query.js';

const QUERY = { text: '', matchCase: false, wholeWord: false, isPattern: false };

describe('lines of a text', () => {
  it('end at any line break and are split where they are long', () => {
    const form = new LineForm(`a\r\nb\rc\n\n${'x'.repeat(4500)}`);
    expect(form.rows(0, 99).map(({ number, text }) => [number, text.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 0],
      [5, 2000],
      [0, 2000],
      [0, 500],
    ]);
  });

  it('are searched as one text, with matches over several lines', () => {
    const form = new LineForm('one two\ntwo three\nTwo');
    expect(form.find(compileFinder({ ...QUERY, text: 'two' }), 1)).toEqual({
      total: 3,
      isPartial: false,
      nearest: 1,
    });
    expect(form.visit(2)).toBe(2);
    expect(form.rows(2, 3)[0]?.marks).toEqual([[0, 3, true]]);
    form.find(compileFinder({ ...QUERY, text: String.raw`two\s+two`, isPattern: true }), 0);
    expect(form.rows(0, 2).map(({ marks }) => marks)).toEqual([[[4, 7, false]], [[0, 3, false]]]);
  });

  it.each([
    ['a*', 0],
    [String.raw`\-`, 1],
    ['^', 0],
    ['b|c', 2],
  ])('finds nothing empty, and patterns of other tools: %s', (text, total) => {
    expect(new LineForm('b-c').find(compileFinder({ ...QUERY, text, isPattern: true }), 0).total).toBe(total);
  });
});

describe('bytes', () => {
  it('are shown with their offset and characters', () => {
    const form = new HexForm(
      Uint8Array.from({ length: 20 }, (_, at) => at + 60),
      16,
    );
    expect(form.rowCount).toBe(2);
    expect(form.rows(1, 2)).toEqual([
      { form: 'hex', offset: '00000010', bytes: ['4c', '4d', '4e', '4f'], text: 'LMNO', marks: [] },
    ]);
  });

  it('are found by text in UTF-8 and by their digits', () => {
    const form = new HexForm(new TextEncoder().encode('caf\u00e9 caf\u00e9'), 4);
    const found = (text: string): number =>
      form.find(compileFinder({ ...QUERY, text: bytesQuery(text), matchCase: true }), 0).total;
    expect([found('\u00e9'), found('c3 a9'), found('0xc3,0xa9 20'), found('c3a9')]).toEqual([2, 2, 1, 0]);
    form.find(compileFinder({ ...QUERY, text: bytesQuery('\u00e9 ') }), 0);
    expect(form.rows(0, 2).map(({ marks }) => marks)).toEqual([[[3, 4, false]], [[0, 2, false]]]);
  });

  it.each([
    [[0x63, 0xe9], 'text/plain; charset=iso-8859-1', 'c\u00e9'],
    [[0x63, 0xe9], 'application/octet-stream', undefined],
    [[0x63, 0xe9], 'text/plain', 'c\ufffd'],
    [[0x50, 0x4b, 3, 4, 0, 0], 'application/zip', undefined],
    [[0x68, 0x69], '', 'hi'],
    [[0x68, 0x69], 'text/plain; charset=nonsense', 'hi'],
  ])('are text only if they can be: %j %s', (bytes, type, text) => {
    expect(decodeText(Uint8Array.from(bytes), type)).toBe(text);
  });
});

describe('a filter', () => {
  const text =
    '{"items": [{"id": 1, "a b": 12345678901234567891}, {"id": 2}], "10": 1, "2": 0, "id": 3, "id": 4}';
  const tape = readTape(text) as JsonTape;
  const filtered = async (expression: string): Promise<string[] | string> => {
    const found = await new JsonFilter(tape).find(expression);
    return found.ok
      ? found.values.map((value) => `${pathTo(tape, value)} ${tape.sourceOf(value)}`)
      : found.problem;
  };

  it.each([
    ['$.items[*].id', ['body.items[0].id 1', 'body.items[1].id 2']],
    ['$.items[?@.id > 1]', ['body.items[1] {"id": 2}']],
    ["$..['a b']", ['body.items[0]["a b"] 12345678901234567891']],
    ['$.id', ['body.id 4']],
    ['$.items[?search(@.id, "x")]', []],
    ['body.items[-1].id', ['body.items[1].id 2']],
    ['items[*].id', ['body.items[0].id 1', 'body.items[1].id 2']],
    ['.10', ['body["10"] 1']],
    ['$.none', []],
  ])('finds values and their paths: %s', async (expression, expected) => {
    expect(await filtered(expression)).toEqual(expected);
  });

  it('says in one line what is wrong with an expression', async () => {
    expect(await filtered('$.items[?')).toMatch(/^[^\n]+$/);
    expect(await filtered('a[')).toBe('`]` is missing');
  });

  it('finds nodes of XML and HTML, and writes them', async () => {
    const xml = new MarkupFilter('<a><b id="1">x &amp; y</b><b id="2"><c/></b></a>', 'text/xml');
    expect(await xml.find('//b')).toEqual({
      ok: true,
      text: '<b id="1">x &amp; y</b>\n<b id="2">\n  <c/>\n</b>',
      count: 2,
    });
    expect(await xml.find('//b/@id')).toMatchObject({ text: 'id="1"\nid="2"', count: 2 });
    expect(await xml.find('count(//b)')).toMatchObject({ text: '2', count: 1 });
    expect(await xml.find('//b[')).toMatchObject({ ok: false });
    const html = new MarkupFilter('<p>one<p>two', 'text/html');
    expect(await html.find('//p[2]/text()')).toMatchObject({ text: 'two', count: 1 });
    expect(await new MarkupFilter('<a>', 'text/xml').find('//a')).toMatchObject({ ok: false });
  });
});
