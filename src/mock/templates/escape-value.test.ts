import { describe, expect, it } from 'vitest';
import { ABSENT } from '../../evaluation/values/absent.js';
import { writeValue, type ValueForm } from './escape-value.js';

const HOSTILE = 'a"b\\c\n</x>&\'é\u0000;%';

describe('a text', () => {
  it.each<[ValueForm, string]>([
    ['text', HOSTILE],
    ['line', 'a"b\\c </x>&\'é\u0000;%'],
    ['jsonString', 'a\\"b\\\\c\\n</x>&\'é\\u0000;%'],
    ['jsonValue', '"a\\"b\\\\c\\n</x>&\'é\\u0000;%"'],
    ['markup', 'a&quot;b\\c\n&lt;/x&gt;&amp;&#39;é\ufffd;%'],
    ['script', 'a\\u0022b\\u005cc\\u000a\\u003c\\u002fx\\u003e\\u0026\\u0027\\u00e9\\u0000\\u003b\\u0025'],
    ['form', 'a%22b%5Cc%0A%3C%2Fx%3E%26%27%C3%A9%00%3B%25'],
    ['header', 'a"b\\c%0A</x>&\'%C3%A9%00;%'],
    ['cookie', "a%22b%5Cc%0A</x>&'%C3%A9%00%3B%"],
  ])('as %s', (form, text) => {
    expect(writeValue({ value: HOSTILE, isTyped: false }, form)).toBe(text);
  });

  it.each<ValueForm>(['jsonString', 'jsonValue', 'markup', 'form', 'header', 'cookie', 'script'])(
    'as %s is well-formed with half a character',
    (form) => {
      const text = writeValue({ value: 'a\ud800', isTyped: false }, form);
      expect(text.isWellFormed()).toBe(true);
    },
  );
});

describe('where JSON expects a value', () => {
  it.each<[unknown, string]>([
    ['7', '7'],
    ['-1.5e3', '-1.5e3'],
    ['12345678901234567890', '12345678901234567890'],
    ['007', '"007"'],
    ['1,"x":2', '"1,\\"x\\":2"'],
    ['true', 'true'],
    ['null', 'null'],
    ['True', '"True"'],
    ['', '""'],
    ['{"a":1}', '"{\\"a\\":1}"'],
    [ABSENT, 'null'],
  ])('the text %j is %s', (value, text) => {
    expect(writeValue({ value, isTyped: false }, 'jsonValue')).toBe(text);
  });

  it.each<[unknown, string]>([
    ['7', '"7"'],
    [7n, '7'],
    [{ a: [1, null, 'x'] }, '{"a":[1,null,"x"]}'],
    [null, 'null'],
    [ABSENT, 'null'],
  ])('value $# is written as JSON', (value, text) => {
    expect(writeValue({ value, isTyped: true }, 'jsonValue')).toBe(text);
  });
});

it('is empty elsewhere without a value', () => {
  for (const form of ['text', 'jsonString', 'markup', 'form', 'header'] as const)
    expect(writeValue({ value: ABSENT, isTyped: true }, form)).toBe('');
});

it('is text in a string, whatever it was', () => {
  expect(writeValue({ value: { a: 'x"' }, isTyped: true }, 'jsonString')).toBe('{\\"a\\":\\"x\\\\\\"\\"}');
  expect(writeValue({ value: [1], isTyped: true, text: '[ 1 ]' }, 'text')).toBe('[ 1 ]');
});
