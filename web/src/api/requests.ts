import type { RequestEntry } from '../../../src/server/api-types.js';
import { call } from './client.js';

/** Read by the browser itself, because there may be many and none has a large integer. */
export async function readRequests(): Promise<readonly RequestEntry[]> {
  return (await (await call('GET', '/requests')).json()) as readonly RequestEntry[];
}
