/** A load test over REST until its last event. */
import { expect } from 'vitest';
import { listen, type EventClient, type ServerEvent } from '../../support/clients/event-client.js';
import type { RunningServer } from '../../support/servers/running-server.js';

export async function runLoadTest(server: RunningServer, json: object): Promise<Record<string, unknown>> {
  const client = await listen(server);
  const { status, text } = await server.call('POST', '/stress/start', { json });
  expect([status, text]).toEqual([200, '{"status":"started"}\n']);
  await lastEvent(client);
  return (await server.get('/stress/result')).json as Record<string, unknown>;
}

export async function lastEvent({ events }: EventClient): Promise<ServerEvent> {
  const isLast = ({ payload }: ServerEvent): boolean => payload['completed'] === true;
  await expect.poll(() => events.some(isLast), { timeout: 60_000 }).toBe(true);
  const last = events.find(isLast);
  if (last === undefined) throw new Error('no last event');
  return last;
}
