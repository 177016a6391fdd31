import type { StoreUnderTest } from './store-under-test.js';
import { describeCommandLine } from './suites/command-line.js';
import { describeLastResults } from './suites/last-results.js';
import { describeMaskedSecrets } from './suites/masked-secrets.js';
import { describeResultsByName } from './suites/results-by-name.js';
import { describeStoredRuns } from './suites/stored-runs.js';
import { describeStoredTests } from './suites/stored-tests.js';

/** The one suite of what clients and users see of a history. */
export function describeHistory(store: StoreUnderTest): void {
  describeStoredRuns(store);
  describeResultsByName(store);
  describeLastResults(store);
  describeMaskedSecrets(store);
  describeStoredTests(store);
  describeCommandLine(store);
}
