import { expect, it } from 'vitest';
import { mediaType } from './media-type.js';

it.each([
  ['a.json', 'application/json'],
  ['a/b.HTML', 'text/html'],
  ['a.bin', 'application/octet-stream'],
  ['a', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['a.tostring', 'application/octet-stream'],
])('%s is sent as %s', (path, type) => {
  expect(mediaType(path)).toBe(type);
});
