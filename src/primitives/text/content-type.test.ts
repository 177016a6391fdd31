import { expect, it } from 'vitest';
import { isJsonType, mediaTypeOf } from './content-type.js';

it.each([
  ['application/json', true],
  [' Application/JSON ; charset=utf-8', true],
  ['application/problem+json', true],
  ['application/json5', false],
  ['text/plain; note=application/json', false],
  ['', false],
])('%j is JSON: %s', (contentType, expected) => {
  expect(isJsonType(contentType)).toBe(expected);
});

it('drops the parameters of a media type', () => {
  expect(mediaTypeOf(' Text/HTML ; charset=utf-8')).toBe('text/html');
});
