import { build } from '../../../scripts/build.mjs';

/** Black-box tests must not test an outdated program. */
export async function setup(): Promise<void> {
  // `npm test` has just built it, and `npm run test:nodes` tests what another Node built, which would be built anew here.
  if (process.env['SVC_TEST_BUILD'] === 'present') return;
  await build();
}
