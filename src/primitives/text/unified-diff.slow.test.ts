import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { unifiedDiff } from './unified-diff.js';

describe('a unified diff', () => {
  it('separates changes that lie apart, in time that grows with the text', async () => {
    await expectLinear(80_000, (size) => {
      const lines = Array.from({ length: size }, (_, index) => `line ${index}`);
      const after = lines.flatMap((line, index) => (index % (size / 5) === 5 ? [line, 'new'] : [line]));
      return () => {
        const text = unifiedDiff('x', lines.join('\n'), after.join('\n'));
        expect(text.match(/^@@/gm)).toHaveLength(5);
        expect(text.match(/^\+new$/gm)).toHaveLength(5);
      };
    });
  });
});
