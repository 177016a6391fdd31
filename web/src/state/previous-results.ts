/** The result before the newest one of a request. */
import type { RequestResult } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { readPreviousResult, readResults } from '../api/service.js';

export interface PreviousResult {
  readonly statusCode: number;
  readonly duration: number;
  /** Undefined in the history, which keeps none. */
  readonly headers: RequestResult['response']['headers'] | undefined;
  readonly body: string;
  readonly error: string;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly environment: string;
}

/** Looks in the memory of the server and then in the history; undefined if there is none. */
export async function loadPreviousResult(
  file: string,
  name: string,
  signal: AbortSignal,
): Promise<PreviousResult | undefined> {
  try {
    const { response, error, endedAt, environment, source } = await readPreviousResult(file, name, signal);
    const { statusCode, duration, body } = response;
    const headers = source === 'history' ? undefined : response.headers;
    return { statusCode, duration, headers, body, error, endedAt: Date.parse(endedAt), environment };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return storedResult(file, name);
  }
}

/** The newest stored result is the one that is shown. */
async function storedResult(file: string, name: string): Promise<PreviousResult | undefined> {
  const { results } = await readResults(file, name, 2);
  const before = results[1];
  if (before === undefined) return undefined;
  const { statusCode, durationMs, bodyPreview, error, runStartedAt, environment } = before;
  return {
    statusCode,
    duration: durationMs,
    headers: undefined,
    body: bodyPreview,
    error: error ?? '',
    endedAt: Date.parse(runStartedAt),
    environment,
  };
}
