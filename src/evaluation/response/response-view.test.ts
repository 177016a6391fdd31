import { describe, expect, it } from 'vitest';
import { responseView } from '../../../test/support/runs/evaluation.js';
import { ABSENT } from '../values/absent.js';
import { jsonProblem, ResponseView } from './response-view.js';

describe('body text', () => {
  it.each<[string, number[], string]>([
    ['text/plain', [0xc3, 0xa9], 'é'],
    ['text/plain; charset=UTF-8', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['text/plain; charset=iso-8859-1', [0xe9, 0x80, 0x9f, 0x41], 'é€ŸA'],
    ['text/plain;charset="windows-1252"', [0x93, 0x94, 0x85], '“”…'],
    ['text/plain; Charset=latin1', [0xa0, 0xff], '\u00a0ÿ'],
    ['text/plain; charset=utf-16le', [0x61, 0x00], 'a'],
    ['text/plain; charset=shift_jis', [0x82, 0xa0], 'あ'],
    ['text/plain; charset=no-such', [0xc3, 0xa9], 'é'],
    ['text/plain', [0x61, 0xff, 0x62], 'a\ufffdb'],
  ])('%s', (type, bytes, text) => {
    expect(responseView(Uint8Array.from(bytes), { type }).text()).toBe(text);
  });

  it('takes bytes that are a window of a larger buffer', () => {
    const whole = Uint8Array.from([0x41, 0x80, 0x42]);
    expect(responseView(whole.subarray(1, 2), { type: 'text/plain; charset=latin1' }).text()).toBe('€');
  });
});

describe('what counts as JSON', () => {
  it.each([
    ['application/json', '42', 42],
    ['application/json; charset=utf-8', '"x"', 'x'],
    ['application/problem+json', '{"a":1}', { a: 1 }],
    ['APPLICATION/JSON', '[1]', [1]],
    ['text/plain', '{"a":1}', { a: 1 }],
    ['text/html', ' \n[1]', [1]],
    ['', '{"a":1}', { a: 1 }],
    ['application/json', '\ufeff{"a":1}', { a: 1 }],
  ])('%s %s', (type, body, value) => {
    expect(responseView(body, { type }).json()).toEqual(value);
  });

  it.each([
    ['text/plain', '42'],
    ['text/plain', '{a}'],
    ['application/json', ''],
    ['application/json', '{"a":'],
    ['application/jsonx', '1'],
  ])('not %s %s', (type, body) => {
    expect(responseView(body, { type }).json()).toBe(ABSENT);
  });
});

describe('headers and cookies', () => {
  const view = responseView('', {
    type: '',
    headers: [
      ['X-A', '1'],
      ['x-a', '2'],
      ['Set-Cookie', 'a=1; Path=/'],
      ['set-cookie', 'b="q"; Secure'],
      ['Set-Cookie', 'a=2'],
      ['__proto__', 'p'],
    ],
    redirects: [
      [
        ['Set-Cookie', 'r=first'],
        ['Set-Cookie', 'old=1'],
      ],
      [['Set-Cookie', 'r=second; x']],
    ],
  });

  it('joins repeated headers, names in any case', () => {
    expect(view.header('X-a')).toBe('1, 2');
    expect(view.header('SET-COOKIE')).toBe('a=1; Path=/\nb="q"; Secure\na=2');
    expect(view.header('X-None')).toBe(ABSENT);
    expect(Object.entries(view.headerMap())).toEqual([
      ['x-a', '1, 2'],
      ['set-cookie', 'a=1; Path=/\nb="q"; Secure\na=2'],
      ['__proto__', 'p'],
    ]);
  });

  it('gives the same for a response with very many', () => {
    const more = Array.from({ length: 500 }, (_, index) => [`X-${index}`, `${index}`] as const);
    const large = responseView('', { type: '', headers: [...view.headers, ...more] });
    for (const name of ['X-a', 'SET-COOKIE', 'X-None', '__proto__', 'constructor'])
      expect(large.header(name), name).toBe(view.header(name));
    expect(large.header('x-499')).toBe('499');
  });

  it('takes the last cookie of the final response, then of the latest redirect', () => {
    expect(view.cookie('a')).toBe('2');
    expect(view.cookie('b')).toBe('"q"');
    expect(view.cookie('r')).toBe('second');
    expect(view.cookie('old')).toBe('1');
    expect(view.cookie('A')).toBe(ABSENT);
  });

  it('reports URL, time, size and hash', () => {
    const other = responseView('abc', { url: 'http://127.0.0.1/p?q=1#frag', duration: 12.6 });
    expect(other.url).toBe('http://127.0.0.1/p?q=1');
    expect(other.duration).toBe(13);
    expect(other.size).toBe(3);
    expect(other.sha256()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('a body with very many values', () => {
  const view = (body: string, type: string): ResponseView =>
    new ResponseView({
      status: 200,
      headers: [['Content-Type', type]],
      url: 'http://127.0.0.1/',
      duration: 1,
      body: Buffer.from(body),
      maxBodyBytes: 1 << 20,
    });

  it('has no JSON', () => {
    const many = view(`[${'[],'.repeat(300_000)}[]]`, 'application/json');
    expect(many.json()).toBe(ABSENT);
    expect(jsonProblem(many)).toBe('the JSON of the body has too many values for maxBodyBytes 1048576');
    expect(view(`[${'[],'.repeat(30_000)}[]]`, 'application/json').json()).toHaveLength(30_001);
  });

  it('has no elements', async () => {
    expect(await view(`<r>${'<a/>'.repeat(250_000)}</r>`, 'application/xml').markup()).toEqual({
      kind: 'none',
      problem: 'the body has too many elements for maxBodyBytes 1048576',
    });
    expect(await view(`<r>${'<a/>'.repeat(10)}</r>`, 'application/xml').markup()).toMatchObject({
      kind: 'xml',
    });
  });
});
