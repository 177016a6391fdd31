import { expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { hoverAt } from './hover.js';
import { hoverNames } from './hover-names.js';

it('tells what an element is an element of', () => {
  const text = '### a\n# @each {{ids}} as id\nGET x\n### b\n# @loop for x of {{l}}\nGET y\n### c\nGET z\n';
  const context = {
    ...hoverNames(parseText(text, 'a.http')),
    environment: { name: '', variables: {} },
    secrets: [],
    valueAt: () => undefined,
  };
  const source = (name: string, line: number): string | undefined =>
    hoverAt({ text: `A: {{${name}}}`, region: 'headers', line, column: 6 }, context)?.source;
  expect(source('id.a[0]', 3)).toBe('element of @each {{ids}}');
  expect(source('each_number', 3)).toBe('number of the element of @each {{ids}}');
  expect(source('x', 6)).toBe('element of @loop for x of {{l}}');
  expect([source('id', 6), source('each_number', 6), source('x', 8)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
