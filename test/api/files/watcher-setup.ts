import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listen, type EventClient, type ServerEvent } from '../../support/clients/event-client.js';
import { startServer, type RunningServer, type ServerSetup } from '../../support/servers/running-server.js';

export interface Watched extends RunningServer {
  readonly client: EventClient;
  /** Waits for these events and fails when there are others, in any order. */
  readonly until: (expected: readonly string[]) => Promise<void>;
}

export async function startWatching(setup: ServerSetup = {}, start = startServer): Promise<Watched> {
  const server = await start(setup);
  const client = await listen(server);
  let seen = 0;
  let markers = 0;
  const until = async (expected: readonly string[]): Promise<void> => {
    await expect
      .poll(() => client.events.length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(seen + expected.length);
    // All earlier changes are reported before a file that is created now.
    const marker = `zz-marker-${(markers += 1)}.http`;
    await writeFile(join(server.root, marker), '');
    await expect.poll(() => client.events.slice(seen).map(pathOf), { timeout: 60_000 }).toContain(marker);
    const events = client.events.slice(seen);
    seen = client.events.length;
    const reported = events.map(
      ({ type, payload }) => `${type} ${String(payload['operation'])} ${String(payload['path'])}`,
    );
    expect(reported.sort()).toEqual(
      [...expected, `create ${marker}`].map((each) => `file_changed ${each}`).sort(),
    );
    for (const { payload, timestamp } of events) {
      expect(Object.keys(payload)).toEqual(['path', 'operation', 'timestamp']);
      expect(payload['timestamp']).toBe(timestamp);
    }
  };
  return { ...server, client, until };
}

export const pathOf = ({ payload }: ServerEvent): unknown => payload['path'];

export const WATCHED_FILES = {
  'a.http': 'GET http://x/1\n',
  'dir/b.spec': 'GET http://x/1\n',
  'note.txt': '1',
};
