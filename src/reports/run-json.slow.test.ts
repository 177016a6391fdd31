import { it } from 'vitest';
import { assertion, failed, fileOf, runOf } from '../../test/support/runs/build-outcome.js';
import { expectLinear } from '../../test/support/growth.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { textOf } from '../../test/support/unit/run-json-setup.js';

it('takes time in proportion to the number of tests', async () => {
  const tests = (count: number): RunOutcome =>
    runOf(
      [
        fileOf(
          'a.http',
          Array.from({ length: count }, () => failed('x', assertion())),
        ),
      ],
      ['secret-value'],
    );
  await expectLinear(800, (size) => {
    const run = tests(size);
    return () => textOf(run);
  });
});
