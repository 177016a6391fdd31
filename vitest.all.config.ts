import { defineConfig } from 'vitest/config';
import { testConfig } from './test/support/setup/test-config.js';

/** For `npm run test:repeat` and coverage: whatever is named, quick or slow. */
export default defineConfig(testConfig('all'));
