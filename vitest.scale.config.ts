import { defineConfig } from 'vitest/config';

/** `npm run test:scale`: the checks of test/queue in their full size, one file after the other. */
export default defineConfig({
  test: {
    name: 'scale',
    include: ['test/scale/**/*.scale.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: [
      'test/support/setup/fresh-build.ts',
      'test/support/setup/user-cache.ts',
      'test/support/setup/find-redis.ts',
    ],
  },
});
