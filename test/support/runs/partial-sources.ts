import type { PartialSources } from '../../../src/convert/to-curl/partial-scope.js';

/** No value from anywhere, and a clock and a random source that always give the same. */
export const NO_SOURCES: PartialSources = {
  full: false,
  variables: [],
  operator: {},
  environment: {},
  dotenv: {},
  process: {},
  secretNames: new Set(),
  clock: () => 0,
  random: (bytes) => new Uint8Array(bytes),
};
