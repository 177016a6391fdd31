import type { TestProject } from 'vitest/node';
import { openSharedServers, type SharedServers } from '../servers/shared-servers.js';

/** What the projects of a run share; each of them loads this module anew. */
interface Shared {
  readonly opened: Promise<SharedServers>;
  users: number;
}

const KEY = Symbol.for('svc.sharedServers');

const place = globalThis as unknown as Record<symbol, Shared | undefined>;

/** The servers of the run end with the last project that may use them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (place[KEY] ??= { opened: openSharedServers(), users: 0 });
  shared.users += 1;
  const { url, close } = await shared.opened;
  project.provide('sharedServers', url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    place[KEY] = undefined;
    await close();
  };
}
