import { build } from '../../scripts/build.mjs';

/** Black-box tests must not judge yesterday's program; `npm test` has built it already. */
export async function setup(): Promise<void> {
  await build();
}
