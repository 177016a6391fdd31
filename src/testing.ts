/** Request files as tests of vitest and `node:test`; everything but its types is loaded with the first call. */
import type { TestOptions } from './programs/test-types.js';

export type { TestContext, TestOptions } from './programs/test-types.js';

/**
 * Defines one `describe` per request file and one `it` per request; its rows and elements are one test. A file runs once,
 * when its first test starts.
 */
export async function requestTests(paths: readonly string[], options: TestOptions): Promise<void> {
  const { defineTests } = await import('./programs/define-tests.js');
  return defineTests(paths, options);
}
