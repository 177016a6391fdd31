/** Responses of the last passed runs, as the history has them: without headers, and of a body at most the start. */
import { openHistory, type HistoryStore } from '../../history/open-history.js';
import type {
  NamedResultPage,
  NamedResultsRequest,
  PersistedAssertion,
  PersistedNamedResult,
} from '../../history/queries/persisted-run.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { StoredExchange, StoredExpectation } from '../../strength/model/stored-exchange.js';
import { historyWorkspace, type HistorySettings } from '../settings/history-settings.js';
import type { ExchangeQuery, ExchangeSource, FoundExchanges } from './exchange-source.js';

export interface HistorySource {
  readonly history: HistorySettings;
  readonly root: string;
  /** Results of this environment come before those of others. */
  readonly environment: string;
  /** Names of results are stored without secrets. */
  readonly secrets: SecretSet;
}

const MAX_EARLIER = 20;
/** Enough for as many earlier results, unless many of them have failed. */
const USUAL_RESULTS = 25;
/** The most that one query returns. */
const MAX_RESULTS = 100;

export function historyExchanges({ history, root, environment, secrets }: HistorySource): ExchangeSource {
  const store = openHistory({ ...history, migrates: false, onWarning: () => undefined });
  const workspace = historyWorkspace(history, root);
  const pages = new Map<string, Promise<readonly PersistedNamedResult[]>>();
  const resultsOf = (
    filePath: string,
    name: string,
    limit: number,
  ): Promise<readonly PersistedNamedResult[]> => {
    const key = `${filePath}\0${name}\0${limit}`;
    let page = pages.get(key);
    if (page === undefined) {
      page = readResults(store, { filePath, requestName: secrets.redact(name), workspace, limit });
      // Only requests of the same name, which stand in one file, ask for the same page again.
      if (pages.size >= MAX_KEPT_PAGES) pages.clear();
      pages.set(key, page);
    }
    return page;
  };
  return {
    missing: 'The history has no passed result of this request: run it first.',
    find: async (query) => {
      for (const limit of [Math.min(USUAL_RESULTS * (query.occurrence + 1), MAX_RESULTS), MAX_RESULTS]) {
        for (const file of query.runFiles) {
          const results = await resultsOf(file, query.name, limit);
          const found = chooseResults(results, query, environment);
          if (found) return found;
        }
      }
      return undefined;
    },
    close: () => store.close(),
  };
}

const MAX_KEPT_PAGES = 100;

async function readResults(
  store: HistoryStore,
  request: NamedResultsRequest,
): Promise<readonly PersistedNamedResult[]> {
  const line = await store.query('resultsByName', request);
  return (JSON.parse(Buffer.from(line).toString('utf8')) as NamedResultPage).results;
}

/** The newest run comes first; within a run the results have the order of their requests. */
function chooseResults(
  results: readonly PersistedNamedResult[],
  query: ExchangeQuery,
  environment: string,
): FoundExchanges | undefined {
  const counts = new Map<number, number>();
  const passed: PersistedNamedResult[] = [];
  for (const result of results) {
    const occurrence = counts.get(result.runId) ?? 0;
    counts.set(result.runId, occurrence + 1);
    if (occurrence === query.occurrence && result.passed && !result.skipped && result.statusCode > 0)
      passed.push(result);
  }
  const same = passed.filter((result) => result.environment === environment);
  const chosen = same.length > 0 ? same : passed;
  const [last, ...earlier] = chosen.map((result) => toExchange(result, query));
  const problem = same.length > 0 ? undefined : otherEnvironment(environment, chosen[0]?.environment ?? '');
  return last && { last, earlier: earlier.slice(0, MAX_EARLIER), problem };
}

function otherEnvironment(asked: string, found: string): string {
  return `Nothing of environment ${asked} was checked, since the history has no passed result of it: the responses are those of ${found || 'another environment'}.`;
}

function toExchange(
  result: PersistedNamedResult,
  { request, file, name, row }: ExchangeQuery,
): StoredExchange {
  const { method, url, statusCode, bodyPreview, durationMs, runId, assertions } = result;
  return {
    request,
    file,
    name,
    row,
    method,
    url,
    status: statusCode,
    headers: undefined,
    body: bodyPreview,
    isCut: Buffer.byteLength(bodyPreview) >= MIN_CUT_BYTES,
    durationMs,
    source: 'history',
    runId,
    expected: assertions.map(toExpectation),
  };
}

/** A preview was cut at a character, so it may be a few bytes shorter than its limit. */
const MIN_CUT_BYTES = 65_536 - 3;

function toExpectation({
  subject,
  operator,
  expected,
  actual,
  passed,
  skipped,
}: PersistedAssertion): StoredExpectation {
  return { subject, operator, expected, actual, isText: true, passed, skipped: skipped ?? false };
}
