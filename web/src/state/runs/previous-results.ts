/** The result before the newest one of a request. */
import type { RequestResult } from '../../../../src/server/api-types.js';
import { ApiError } from '../../api/client.js';
import { readPreviousResult } from '../../api/results.js';

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

/** The server looks in its memory and then in the history; undefined if there is none. */
export async function loadPreviousResult(
  place: Parameters<typeof readPreviousResult>[0],
  signal: AbortSignal,
): Promise<PreviousResult | undefined> {
  try {
    const { response, error, endedAt, environment, source } = await readPreviousResult(place, signal);
    const { statusCode, duration, body } = response;
    const headers = source === 'history' ? undefined : response.headers;
    return { statusCode, duration, headers, body, error, endedAt: Date.parse(endedAt), environment };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
