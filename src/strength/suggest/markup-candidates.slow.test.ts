import { it } from 'vitest';
import { measuredRequest, measurementOf } from '../../../test/support/files/measured-request.js';
import { expectLinear } from '../../../test/support/growth.js';
import { adviseOn } from './advise-on.js';
import { headers } from '../../../test/support/unit/markup-candidates-setup.js';

it('takes time in proportion to the survivors', async () => {
  await expectLinear(300, (size) => {
    const body = `<a>${Array.from({ length: size }, (_, i) => `<k${i}>v ${i}</k${i}>`).join('')}</a>`;
    const measurement = measurementOf([measuredRequest({ responses: [{ headers, body }] })]);
    return () => adviseOn(measurement);
  });
});
