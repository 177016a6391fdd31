import { expect, it } from 'vitest';
import { resolvePath } from './paths.js';

it.each([
  ['a.http', 'b.http', 'b.http'],
  ['shop/a.http', './b.http', 'shop/b.http'],
  ['shop/a.http', '../b.http', 'b.http'],
  ['shop/a.http', '..\\in\\b.http', 'in/b.http'],
  ['shop/a.http', 'in//./b/', 'shop/in/b'],
  ['shop/a.http', '', 'shop'],
  ['shop/a.http', '..', ''],
  ['a.http', '.', ''],
  ['a.http', '..b.http', '..b.http'],
  ['a.http', '..', undefined],
  ['a.http', '../b.http', undefined],
  ['shop/a.http', '../../shop/b.http', undefined],
  ['a.http', '/b.http', undefined],
  ['a.http', '\\\\host\\b.http', undefined],
  ['a.http', 'C:\\b.http', undefined],
])('from %j, %j is %j', (from, written, expected) => {
  expect(resolvePath(from, written)).toBe(expected);
});
