import { describe, expect, it } from 'vitest';
import { literalView, readLiteral } from './parse-value.js';

function literal(text: string): unknown {
  const reading = readLiteral(text);
  return reading.ok ? reading.literal : reading.reason;
}

function view(text: string): unknown {
  const reading = readLiteral(text);
  return reading.ok ? literalView(reading.literal) : reading;
}

describe('readLiteral', () => {
  it.each([
    ['"a"', { kind: 'string', value: 'a' }],
    ["'a'", { kind: 'string', value: 'a' }],
    ['""', { kind: 'string', value: '' }],
    ['"\\u0041\\n\\x"', { kind: 'string', value: 'A\n\\x' }],
    ['"{{a}}"', { kind: 'quoted-template', text: '{{a}}' }],
    ['42', { kind: 'number', raw: '42' }],
    ['12345678901234567891', { kind: 'number', raw: '12345678901234567891' }],
    ['TRUE', { kind: 'boolean', value: true }],
    ['false', { kind: 'boolean', value: false }],
    ['Null', { kind: 'null' }],
    ['{{a}}', { kind: 'template', text: '{{a}}' }],
    ['x {{a}}', { kind: 'template', text: 'x {{a}}' }],
    ['{{a', { kind: 'string', value: '{{a' }],
    ['plain text', { kind: 'string', value: 'plain text' }],
    ['', { kind: 'string', value: '' }],
  ])('%s', (text, found) => {
    expect(literal(text)).toEqual(found);
  });

  it.each(['\\{{a}}', '"\\{{a}}"'])('leaves the escape in %s to whoever replaces placeholders', (text) => {
    expect(literal(text)).toMatchObject({
      kind: expect.stringMatching(/template$/) as string,
      text: '\\{{a}}',
    });
  });

  it('reads members of lists by the same table', () => {
    expect(literal('[1, a b, "c", {{d}}, TRUE]')).toEqual({
      kind: 'list',
      items: [
        { kind: 'number', raw: '1' },
        { kind: 'string', value: 'a b' },
        { kind: 'string', value: 'c' },
        { kind: 'template', text: '{{d}}' },
        { kind: 'boolean', value: true },
      ],
    });
  });

  it('reads structure first: a comma in a placeholder separates nothing', () => {
    expect(view('[{{$f(a, b)}}, {"k": {{x, y}}}]')).toEqual(['{{$f(a, b)}}', { k: '{{x, y}}' }]);
  });

  it.each([
    ['"a', /not closed/],
    ['"a" b', /after the value/],
    ['[1', /not closed/],
    ['[1] 2', /after the value/],
    ['[,]', /missing/],
    ['{"a": 1', /valid JSON/],
    ['{"a": }', /missing|JSON/],
    ['{"a" 1}', /expected `:`/],
    ['{a: 1}', /double quotes/],
    ['{"a": "\\x"}', /escape/],
    ['{"\\x": 1}', /escape/],
    ['{"a": "\t"}', /./],
    ['{"a": nul}', /no JSON value/],
  ])('refuses %s', (text, reason) => {
    expect(readLiteral(text)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as string });
  });

  it('refuses very deep values instead of overflowing', () => {
    const deep = '['.repeat(100_000);
    expect(readLiteral(deep)).toMatchObject({ ok: false });
  });
});

describe('literalView', () => {
  it('keeps every own key', () => {
    const shown = view('{"__proto__": 1, "constructor": {"a": null}, "a": 1, "a": 2}');
    expect(JSON.stringify(shown)).toBe('{"__proto__":1,"constructor":{"a":null},"a":2}');
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  });

  it('shows a number that JSON cannot hold as text', () => {
    expect(view('1e999')).toBe('1e999');
    expect(view('-1.5e3')).toBe(-1500);
  });
});
