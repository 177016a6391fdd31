import { describe, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { parseChallenges } from './challenges.js';

describe('challenges', () => {
  it.each(['"\\', 'a=', 'a="', ', ', 'a b=c,', '='])(
    'takes time in proportion to the text: %s again and again',
    async (text) => {
      await expectLinear(16_000, (size) => {
        const header = text.repeat(size);
        return () => parseChallenges([header]);
      });
    },
  );
});
