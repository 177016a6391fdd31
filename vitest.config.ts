import { defineConfig } from 'vitest/config';
import { testConfig } from './test/support/setup/test-config.js';

export default defineConfig(testConfig('quick'));
