import { it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { replaceInvisible } from './invisible-characters.js';

it.each([
  ['in one run', '\u{e0041}'],
  ['between letters', 'a\u200b'],
  ['that stay', 'م\u200c'],
])('takes time in proportion to the text: characters %s', async (_, part) => {
  await expectLinear(320_000, (size) => {
    const text = part.repeat(size / part.length);
    return () => replaceInvisible(text, 'escapes');
  });
});
