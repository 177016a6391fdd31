import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One cache for the programs of all tests, as a user has; clean-environment.ts names it to them. */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-cache-'));
  process.env['SVC_TEST_CACHE'] = directory;
  // Programs that were killed may still be writing.
  return () => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
