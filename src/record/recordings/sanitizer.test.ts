import { beforeEach, describe, expect, it } from 'vitest';
import { readBodyText } from './body-text.js';
import { shownText, templateText, type RecordedText } from './recorded-text.js';
import { Sanitizer } from './sanitizer.js';
import { SecretValues } from './secret-values.js';
import { ValueMarks } from './value-marks.js';

let sanitizer: Sanitizer;

beforeEach(() => {
  const variables = new Map([
    ['shopKey', 'shop-4711'],
    ['longer', 'shop-4711-and-more'],
  ]);
  sanitizer = new Sanitizer(['X-Own'], new SecretValues(variables), new ValueMarks());
});

function body(text: string, type = 'application/json'): RecordedText {
  const read = readBodyText(text, type, true);
  if (read === undefined) throw new Error('too deep');
  sanitizer.learnBody(read);
  return sanitizer.body(read, true);
}

describe('headers', () => {
  it.each([
    ['Authorization', '{{AUTHORIZATION}}'],
    ['x-api-key', '{{X_API_KEY}}'],
    ['Cookie', '{{COOKIE}}'],
    ['X-OWN', '{{X_OWN}}'],
    ['X-Other', 'Bearer abc'],
  ])('%s', (name, shown) => {
    const [header] = sanitizer.requestHeaders([name, 'Bearer abc']);
    expect(header && shownText(header.value)).toBe(shown);
  });

  it('of responses likewise', () => {
    const headers = sanitizer.responseHeaders([...['Set-Cookie', 'a=1'], ...['X-Note', 'key shop-4711!']]);
    expect(headers.map(({ value }) => shownText(value))).toEqual(['{{SET_COOKIE}}', 'key {{shopKey}}!']);
  });
});

describe('query and form fields', () => {
  it.each([
    ['?a=1&token=x&b=2', '?a=1&token={{TOKEN}}&b=2'],
    ['?Client_Secret=x', '?Client_Secret={{CLIENT_SECRET}}'],
    ['?api%5Fkey=x&tokens=y', '?api%5Fkey={{API_KEY}}&tokens=y'],
    ['?token=&token', '?token=&token'],
    ['?q=shop-4711', '?q={{shopKey}}'],
  ])('%s', (query, shown) => {
    expect(shownText(sanitizer.query(query))).toBe(shown);
  });

  it('look the same in a body', () => {
    const type = 'application/x-www-form-urlencoded; charset=utf-8';
    expect(shownText(body('user=ada&password=p%40ss', type))).toBe('user=ada&password={{PASSWORD}}');
  });
});

describe('JSON', () => {
  it('members are replaced at every depth, whatever they hold but null and words', () => {
    const text = '{"password":"a\\"b","in":[{"Token":7,"secret":{"x":[1]},"apikey":null,"signature":true}]}';
    expect(shownText(body(text)).replace(/\s/g, '')).toBe(
      '{"password":"{{PASSWORD}}","in":[{"Token":{{TOKEN}},"secret":{{SECRET}},"apikey":null,"signature":true}]}',
    );
  });

  it('is recognised without its type, and found secrets are hidden elsewhere too', () => {
    expect(shownText(body('{"token":"tok-12345678"}', 'text/plain'))).toContain('"{{TOKEN}}"');
    expect(shownText(sanitizer.text('see tok-12345678'))).toBe('see {{TOKEN}}');
    expect(shownText(sanitizer.path('/x/tok-12345678/y'))).toBe('/x/{{TOKEN}}/y');
  });

  it('keeps the digits of numbers and the order of keys', () => {
    expect(shownText(body('{"b":12345678901234567890,"a":1.0,"b":1e400}'))).toBe(
      '{\n  "b": 12345678901234567890,\n  "a": 1.0,\n  "b": 1e400\n}',
    );
  });

  it('nested too deeply is not kept', () => {
    expect(readBodyText(`${'['.repeat(70)}${']'.repeat(70)}`, 'application/json', true)).toBeUndefined();
  });
});

describe('values of secret variables', () => {
  it.each([
    ['plain', 'x shop-4711 y', 'x {{shopKey}} y'],
    ['the longest', 'shop-4711-and-more', '{{longer}}'],
    ['base64', Buffer.from('shop-4711').toString('base64'), '{{shopKey}}'],
    ['percent-encoded', 'shop%2D4711', '{{shopKey}}'],
  ])('%s', (_form, text, shown) => {
    expect(shownText(sanitizer.text(text))).toBe(shown);
  });
});

describe('a template', () => {
  const sources = { placeholderFor: () => undefined, onNeed: () => undefined };

  it.each([
    ['literal braces', 'a {{x}} {{{y', 'a \\{{x}} \\{{{y'],
    ['a brace before a secret', '{shop-4711}', '{{{shopKey}}}'],
    ['a backslash before a secret', 'a\\shop-4711', 'a{{$base64Decode(XA==)}}{{shopKey}}'],
  ])('of %s', (_case, text, template) => {
    expect(templateText(sanitizer.text(text), sources)).toBe(template);
  });
});

describe('very many secrets', () => {
  it('are found in time that grows with the text', () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `"token":"abcdefg${i}"`);
    const shown = shownText(body(`{${members.join(',')}}`));
    expect(shown.match(/\{\{TOKEN\}\}/g)).toHaveLength(20_000);
    expect(shown).not.toContain('abcdefg');
  }, 90_000);
});
