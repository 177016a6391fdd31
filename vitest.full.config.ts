import { defineConfig } from 'vitest/config';
import { testConfig } from './test/support/setup/test-config.js';

/** The files that `npm test` leaves out. */
export default defineConfig(testConfig('slow'));
