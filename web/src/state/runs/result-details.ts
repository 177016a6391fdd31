/** Whole results, loaded when they are shown. */
import type { KeptResult } from '../../../../src/server/api-types.js';
import { API_ROOT, currentToken } from '../../api/client.js';
import { readResult } from '../../api/results.js';
import { readLargeResult } from '../../body/body-client.js';
import type { LastResult } from './last-results.js';

/** Enough to go back and forth between a few requests; larger results are loaded again. */
const MAX_KEPT = 8;
const MAX_KEPT_BYTES = 512 * 1024;

/** A whole result with its place in the file. */
export type PlacedResult = KeptResult & Pick<LastResult, 'occurrence'>;

const kept = new Map<string, PlacedResult>();

/** Identifies a result of a request, other than its newer ones. */
export function resultKey({ file, name, occurrence, executionId, endedAt }: LastResult): string {
  return [file, name, occurrence, executionId, endedAt].join('\0');
}

export function keptDetail(result: LastResult): PlacedResult | undefined {
  return kept.get(resultKey(result));
}

export async function loadDetail(result: LastResult, signal: AbortSignal): Promise<PlacedResult> {
  const key = resultKey(result);
  const found = kept.get(key);
  if (found) return found;
  const whole = await (result.size > LARGE_BYTES ? readLarge(result, signal) : readResult(result, signal));
  // Results of the history have no line.
  const placed = { ...whole, line: result.line, occurrence: result.occurrence };
  if (whole.response.body.length <= MAX_KEPT_BYTES) kept.set(key, placed);
  for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
  return placed;
}

/** Reading larger results takes so long that a worker does it. */
const LARGE_BYTES = 256 * 1024;

async function readLarge(result: LastResult, signal: AbortSignal): Promise<KeptResult> {
  const { address, headers } = resultAddressOf('one', result);
  return (await readLargeResult(address, headers, signal)) as KeptResult;
}

interface ReadAddress {
  readonly kind: 'address';
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `one` is the newest result of a request, `body` the exact bytes of its response. */
export function resultAddressOf(
  part: 'one' | 'body',
  {
    file,
    name,
    occurrence = 1,
  }: { readonly file: string; readonly name: string; readonly occurrence?: number },
): ReadAddress {
  const query = new URLSearchParams({ file, name, occurrence: String(occurrence) });
  const token = currentToken();
  return {
    kind: 'address',
    address: `${API_ROOT}/results/${part}?${query.toString()}`,
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
  };
}
