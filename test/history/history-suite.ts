import type { StoreUnderTest } from './store-under-test.js';
import { describeCommandLine } from './suites/command-line.js';
import { describeLastResults } from './suites/last-results.js';
import { describeMaskedSecrets } from './suites/masked-secrets.js';
import { describeResultsByName } from './suites/results-by-name.js';
import { describeStoredRuns } from './suites/stored-runs.js';
import { describeStoredTests } from './suites/stored-tests.js';

/** The one suite of what clients and users see of a history; what takes little of it. */
export function describeHistory(store: StoreUnderTest): void {
  describeResultsByName(store);
  describeMaskedSecrets(store);
  describeCommandLine(store);
}

/** The other parts of it. */
export function describeLongHistory(store: StoreUnderTest): void {
  describeStoredRuns(store);
  describeLastResults(store);
  describeStoredTests(store);
}
