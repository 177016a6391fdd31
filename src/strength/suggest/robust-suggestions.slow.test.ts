import { it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { measuredRequest, measurementOf } from '../../../test/support/files/measured-request.js';
import { adviseOn } from './advise-on.js';

it('takes time in proportion to the survivors', async () => {
  await expectLinear(800, (size) => {
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: size }, (_, i) => [`k${i}`, `v${i}`])),
    );
    const measurement = measurementOf([measuredRequest({ responses: [{ body }] })]);
    return () => adviseOn(measurement);
  });
});
