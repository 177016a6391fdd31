import { it } from 'vitest';
import { parseText } from './parse-file.js';
import { expectLinear } from '../../test/support/growth.js';
import { validateFiles } from './validate.js';

it('takes time in proportion to captures that nothing uses', async () => {
  await expectLinear(128_000, (size) => {
    const lines = Array.from({ length: size }, (_, index) => `c${index} from body.a`);
    const file = parseText(`GET http://x/\n\n>>>capture\n${lines.join('\n')}\n<<<\n`, 'a.http');
    return () => validateFiles([file]);
  });
});
