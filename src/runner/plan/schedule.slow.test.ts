import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { scheduleOrder } from './schedule.js';

describe('scheduleOrder', () => {
  it('takes time in proportion to the length of a chain written backwards', async () => {
    await expectLinear(100_000, (size) => {
      const chain = Array.from({ length: size }, (_, node) => (node === size - 1 ? [] : [node + 1]));
      return () => expect(scheduleOrder(chain)[0]).toBe(size - 1);
    });
  });
});
