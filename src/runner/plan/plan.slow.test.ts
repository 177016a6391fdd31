import { expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { expectLinear } from '../../../test/support/growth.js';
import { URL } from '../../../test/support/runs/planned-steps.js';
import { parseText } from '../../request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS } from './options.js';
import { planRun } from './plan.js';
import type { RunnableFile } from './run-input.js';

it('plans in time in proportion to the number of requests', async () => {
  await expectLinear(8000, (size) => {
    const dependency = (i: number): string => (i === size - 1 ? `r${i}x` : `r${i + 1}`);
    const text = Array.from(
      { length: size },
      (_, i) => dedent`
        ### r${i}
        # @depends ${dependency(i)}
        GET ${URL}
      `,
    ).join('\n');
    const file: RunnableFile['file'] = parseText(text, 'a.http');
    return async () => {
      const made = await planRun({
        files: [{ file, shown: 'a.http', directory: '/w' }],
        options: DEFAULT_RUN_OPTIONS,
        fileAccess: { loadFile: () => Promise.resolve(undefined) },
      });
      expect(made.files[0]?.steps).toHaveLength(size);
    };
  });
});
