/** API calls for the results that the server keeps, and for running executions. */
import type { FileTotals, KeptResult, ResultSummary } from '../../../src/server/api-types.js';
import { call, callJson } from './client.js';

/** Summaries have no large numbers, so the reader of the browser is enough; it is faster for thousands of them. */
async function readPlain<Result>(
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const response = await call('GET', path, { query });
  return (await response.json()) as Result;
}

export async function readFileResults(file: string): Promise<readonly ResultSummary[]> {
  return (await readPlain<{ readonly results: readonly ResultSummary[] }>('/results', { file })).results;
}

export async function readFileTotals(): Promise<readonly FileTotals[]> {
  return (await readPlain<{ readonly files: readonly FileTotals[] }>('/results')).files;
}

export function readResult(
  { file, name, occurrence }: Pick<ResultSummary, 'file' | 'name' | 'occurrence'>,
  signal: AbortSignal,
): Promise<KeptResult> {
  return callJson('GET', '/results/one', { query: { file, name, occurrence }, signal });
}

/** Rejects with status 404 if the request has no earlier result. */
export function readPreviousResult(
  { file, name, occurrence }: Pick<ResultSummary, 'file' | 'name' | 'occurrence'>,
  signal: AbortSignal,
): Promise<KeptResult> {
  return callJson('GET', '/results/one', { query: { file, name, occurrence, previous: 'true' }, signal });
}

export async function stopExecution(id: string): Promise<void> {
  await call('POST', `/executions/${id}/stop`);
}
