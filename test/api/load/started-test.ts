/** Load tests over REST that are stopped in one of their phases. */
import { expect } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen, type EventClient } from '../../support/clients/event-client.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

export const POLL = { timeout: 60_000, interval: 20 };

export interface StartedTest extends RunningServer {
  readonly client: EventClient;
  /** The result, as soon as the last event was received. */
  readonly result: () => Promise<Record<string, unknown>>;
}

export async function beginTest(
  requests: readonly string[],
  fields: object,
  start = startServer,
): Promise<StartedTest> {
  const server = await start({ files: { 'a.http': requests.join('\n') } });
  const client = await listen(server);
  const json = { files: ['a.http'], ...fields };
  expect((await server.call('POST', '/stress/start', { json })).json).toEqual({ status: 'started' });
  const result = async (): Promise<Record<string, unknown>> => {
    await expect.poll(() => client.events.at(-1)?.payload['completed'], POLL).toBe(true);
    expect(client.events.filter(({ payload }) => payload['completed'] === true)).toHaveLength(1);
    return (await server.get('/stress/result')).json as Record<string, unknown>;
  };
  return { ...server, client, result };
}

export const setupText = (url: string): string => dedent`
  ### s
  # @stress.setup
  GET ${url}/
`;

export const loadText = (url: string): string => dedent`
  ### a
  GET ${url}/a
`;

export const checkedLoadText = (url: string): string => dedent`
  ### a
  GET ${url}/a

  >>>
  expect status 200
  <<<
`;

export const teardownText = (url: string): string => dedent`
  ### t
  # @stress.teardown
  GET ${url}/t
`;

export async function stopTest({ call }: StartedTest): Promise<void> {
  expect((await call('POST', '/stress/stop')).json).toEqual({ status: 'stopping' });
}

export async function untilPhase({ get }: StartedTest, phase: string): Promise<void> {
  const current = async (): Promise<unknown> =>
    ((await get('/stress/status')).json as { phase: string }).phase;
  await expect.poll(current, POLL).toBe(phase);
}
