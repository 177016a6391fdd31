import { availableParallelism } from 'node:os';
import type { ViteUserConfig } from 'vitest/config';
import { ownCacheDirectory } from '../../../scripts/machines/nodes.mjs';
import { SlowestFirst } from './slowest-first.js';

/** `quick` is what `npm test` runs; `slow` are the other files, `*.slow.test.ts`, which `npm run test:full` runs. */
export type TestScope = 'quick' | 'slow' | 'all';

/** Build machines are shared, and may stand still for seconds. */
const poll = { timeout: 30_000 };

/** Only against hanging: a build machine that gets a third of its processors takes minutes where others take seconds. */
const limits = { testTimeout: 180_000, hookTimeout: 60_000 };

const SLOW = '**/*.slow.test.ts';

const setupFiles = ['test/support/setup/fixed-seed.ts', 'test/support/setup/restore-globals.ts'];

export function testConfig(scope: TestScope): ViteUserConfig {
  const files = (folders: readonly string[], exclude: readonly string[] = []) => ({
    include: folders.map((folder) => `${folder}/**/*${scope === 'slow' ? '.slow' : ''}.test.ts`),
    exclude: [...exclude, ...(scope === 'quick' ? [SLOW] : [])],
  });
  // The parser that dependency-cruiser uses would unpack itself into a folder of its own beside that of the tests.
  const env = { SVC_TEST_SCOPE: scope, SWC_NATIVE_BINDING_CACHE: ownCacheDirectory() };
  return {
    test: {
      // More of them than processors would take twice the processor time for the same tests; slow ones wait half of it.
      maxWorkers: Math.max(2, availableParallelism() - 1) + (scope === 'slow' ? 1 : 0),
      sequence: { sequencer: SlowestFirst },
      projects: [
        {
          // Pure code: sharing one module graph per thread is several times faster than isolating files.
          test: {
            name: 'unit',
            ...files(['src', 'web']),
            pool: 'threads',
            isolate: false,
            globalSetup: ['test/support/setup/build-programs.ts'],
            setupFiles: ['test/support/setup/use-built-programs.ts', ...setupFiles],
            ...limits,
            env,
            expect: { poll },
          },
        },
        {
          // The program from outside: built, or in the process of the test where that makes no difference.
          test: {
            name: 'black-box',
            ...files(['test'], ['test/browser/**', 'test/queue/**', 'test/neovim/**']),
            pool: 'forks',
            // A new process for each of hundreds of files would take a tenth of the whole time.
            isolate: false,
            setupFiles,
            ...limits,
            env,
            expect: { poll },
            globalSetup: [
              'test/support/setup/fresh-build.ts',
              'test/support/setup/user-cache.ts',
              'test/support/setup/offer-servers.ts',
            ],
          },
        },
        {
          // What needs a real Redis; a project of its own, as not every machine has one.
          test: {
            name: 'queue',
            ...files(['test/queue']),
            pool: 'forks',
            isolate: false,
            setupFiles,
            ...limits,
            env,
            expect: { poll },
            globalSetup: [
              'test/support/setup/fresh-build.ts',
              'test/support/setup/user-cache.ts',
              'test/support/setup/find-redis.ts',
              'test/support/setup/offer-servers.ts',
            ],
          },
        },
        {
          // The language server in a real editor; a project of its own, as not every machine can have one.
          test: {
            name: 'neovim',
            ...files(['test/neovim']),
            pool: 'forks',
            isolate: false,
            setupFiles,
            ...limits,
            env,
            expect: { poll },
            globalSetup: ['test/support/setup/fresh-build.ts', 'test/support/setup/find-neovim.ts'],
          },
        },
        {
          // The web interface in a real browser; a project of its own, as not every machine has one.
          test: {
            name: 'browser',
            ...files(['test/browser']),
            pool: 'forks',
            // The files of a worker share one browser.
            isolate: false,
            setupFiles,
            ...limits,
            env,
            expect: { poll: { timeout: 60_000 } },
            globalSetup: [
              'test/support/setup/fresh-build.ts',
              'test/support/setup/find-browser.ts',
              'test/support/setup/offer-redis.ts',
              'test/support/setup/offer-servers.ts',
            ],
          },
        },
      ],
      coverage: { provider: 'v8', include: ['src/**/*.ts'], exclude: ['src/**/*.test.ts'] },
    },
  };
}
