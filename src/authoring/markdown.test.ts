import { describe, expect, it } from 'vitest';
import { codeSpan, escapeMarkdown } from './markdown.js';

describe('escapeMarkdown', () => {
  it.each([
    'environment dev, service.yaml:3',
    'One word, then (another) - and a third!',
    'snake_case_name + 1 # 2',
    'status = 200; 1. 2.',
    'a @directive',
  ])('leaves %s as it is', (text) => {
    expect(escapeMarkdown(text)).toBe(text);
  });

  it.each([
    ['*a* and __b__', String.raw`\*a\* and \__b_\_`],
    ['_a_', String.raw`\_a\_`],
    ['[x](http://y)', String.raw`\[x\](http\://y)`],
    ['<b>&amp;', String.raw`\<b\>\&amp;`],
    ['# title', String.raw`\# title`],
    ['## title', String.raw`\## title`],
    ['- item', String.raw`\- item`],
    ['---', String.raw`\---`],
    ['1. item', String.raw`1\. item`],
    ['a | b ~~c~~', String.raw`a \| b \~\~c\~\~`],
    ['www.example.test a@b.test', String.raw`www\.example.test a\@b.test`],
    [String.raw`a\b`, String.raw`a\\b`],
    ['one\ntwo', 'one two'],
    ['one `a*b` two*', 'one `a*b` two\\*'],
    ['one ` two', 'one \\` two'],
  ])('writes %j as %j', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });
});

describe('codeSpan', () => {
  it.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    [' ', '` `'],
    ['', ''],
  ])('writes %j as %j', (text, expected) => {
    expect(codeSpan(text)).toBe(expected);
  });
});
