import { it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { readShownStyle } from './hidden-style.js';

it.each([
  ['blanks', 'font:', ' '],
  ['digits', 'font-size:0 ', '1'],
  ['open comments', 'font:', '/*'],
  ['escapes', '', '\\69 '],
  ['quotes', 'font:', '"\''],
  ['brackets', 'transform:', 'scale('],
  ['filters', 'filter:', 'opacity( '],
  ['declarations', '', 'opacity:0;opacity:1;'],
  ['exclamation marks', 'opacity:0', '! '],
  ['insets', 'clip-path:inset(', '0 round '],
])('takes time in proportion to a style of many %s', async (_, start, part) => {
  await expectLinear(160_000, (size) => {
    const style = start + part.repeat(size / part.length);
    return () => readShownStyle(style, false);
  });
});
