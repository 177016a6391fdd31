import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/setup/slowest-first.js';

/** Build machines are shared, and may stand still for seconds. */
const poll = { timeout: 30_000 };

/** Only against hanging: a build machine that gets a third of its processors takes minutes where others take seconds. */
const limits = { testTimeout: 180_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Most tests wait more than they compute.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        // Pure code: sharing one module graph per thread is several times faster than isolating files.
        test: {
          name: 'unit',
          include: ['{src,web}/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          globalSetup: ['test/support/setup/build-programs.ts'],
          setupFiles: ['test/support/setup/use-built-programs.ts'],
          ...limits,
          expect: { poll },
        },
      },
      {
        // The program from outside: built, or in the process of the test where that makes no difference.
        test: {
          name: 'black-box',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/queue/**', 'test/neovim/**'],
          pool: 'forks',
          // A new process for each of hundreds of files would take a tenth of the whole time.
          isolate: false,
          ...limits,
          expect: { poll },
          globalSetup: ['test/support/setup/fresh-build.ts', 'test/support/setup/user-cache.ts'],
        },
      },
      {
        // What needs a real Redis; a project of its own, as not every machine has one.
        test: {
          name: 'queue',
          include: ['test/queue/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          ...limits,
          expect: { poll },
          globalSetup: [
            'test/support/setup/fresh-build.ts',
            'test/support/setup/user-cache.ts',
            'test/support/setup/find-redis.ts',
          ],
        },
      },
      {
        // The language server in a real editor; a project of its own, as not every machine can have one.
        test: {
          name: 'neovim',
          include: ['test/neovim/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          ...limits,
          expect: { poll },
          globalSetup: ['test/support/setup/fresh-build.ts', 'test/support/setup/find-neovim.ts'],
        },
      },
      {
        // The web interface in a real browser; a project of its own, as not every machine has one.
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          pool: 'forks',
          // The files of a worker share one browser.
          isolate: false,
          ...limits,
          expect: { poll: { timeout: 60_000 } },
          globalSetup: [
            'test/support/setup/fresh-build.ts',
            'test/support/setup/find-browser.ts',
            'test/support/setup/offer-redis.ts',
          ],
        },
      },
    ],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], exclude: ['src/**/*.test.ts'] },
  },
});
