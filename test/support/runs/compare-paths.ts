import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { StressResult } from '../../../src/stress/measure/stress-result.js';
import { rawServer, type RawServer } from '../servers/raw-server.js';
import { TurnedTime } from './load-time.js';
import { stressRun, type StressSettings } from './stress-run.js';

/** What both paths have to agree on. */
function verdict(result: StressResult): object {
  const { totalRequests, errorCount, statusCodes, errorKinds, errorGroups, perRequest } = result;
  const counts = perRequest.map(({ name, count, errorCount: errors }) => ({
    name: name.replace(/:\d+/, ''),
    count,
    errors,
  }));
  const causes = errorGroups.map(
    ({ count, kind, message }) => `${count} ${kind} ${message.replace(/:\d+/, '')}`,
  );
  return { totalRequests, errorCount, statusCodes, errorKinds, counts, causes: causes.sort() };
}

interface Compared {
  readonly result: StressResult;
  readonly requests: readonly string[];
}

/**
 * Resolves when the target has had a request for so long, on the clock of the load. The ordinary path has its time
 * limits from the system, so that nothing is held there.
 */
type Hold = (milliseconds: number) => Promise<void>;

/** The same test on both paths; what the server saw is compared as well. */
export async function comparePaths(
  respond: (socket: Socket, text: string, number: number, hold: Hold) => void,
  text: string,
  settings: StressSettings & { readonly files?: Readonly<Record<string, string | Uint8Array>> } = {},
): Promise<Compared> {
  const runOn = async (path: 'quick' | 'ordinary'): Promise<{ server: RawServer; result: StressResult }> => {
    const time = new TurnedTime();
    const server = await rawServer((socket, { text: request, number }) =>
      respond(socket, request, number, (milliseconds) =>
        path === 'quick' ? time.hold(milliseconds, socket) : Promise.resolve(),
      ),
    );
    const result = await stressRun(
      { 'load.http': text.replaceAll('URL', server.url), ...settings.files },
      { ...settings, time, path, stress: { duration: 120, rate: 50, seed: 1, ...settings.stress } },
    );
    return { server, result };
  };
  const withoutPort = ({ server }: { server: RawServer }): string[] =>
    server.requests.map((request) => request.replaceAll(String(server.port), 'PORT')).sort();
  const [quick, ordinary] = [await runOn('quick'), await runOn('ordinary')];
  expect(verdict(quick.result)).toEqual(verdict(ordinary.result));
  expect(withoutPort(quick)).toEqual(withoutPort(ordinary));
  return { result: quick.result, requests: quick.server.requests };
}
