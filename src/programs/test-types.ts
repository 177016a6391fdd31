/** Request files as tests of a test runner. */
import type { RunOptions } from './run-types.js';

export interface TestOptions extends RunOptions {
  /** `describe` of vitest or of `node:test`. */
  readonly describe: (name: string, define: () => void) => unknown;
  /** `it` or `test` of the same. */
  readonly it: (
    name: string,
    options: { readonly timeout: number },
    run: (context: TestContext) => Promise<void>,
  ) => unknown;
}

/** What of its context a test uses. */
export interface TestContext {
  skip(reason?: string): unknown;
}
