import { expect, it } from 'vitest';
import { expectLinear } from '../../test/support/growth.js';
import { addAssertions } from './add-assertions.js';

const STATUS = 'expect status == 200';
const ID = 'expect body.id type number';

it('takes time in proportion to the file', async () => {
  await expectLinear(1600, (size) => {
    const text = Array.from({ length: size }, (_, i) => `### r${i}\nGET /x\n\n>>>\nexpect size > 1\n<<<\n`);
    const wanted = text.map((_, i) => ({ line: 7 * i + 1, assertions: [STATUS, ID] }));
    return () => {
      const after = addAssertions(text.join('\n'), wanted);
      expect(after.split(STATUS)).toHaveLength(size + 1);
    };
  });
});
