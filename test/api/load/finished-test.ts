/** Load tests over REST that come to their end. */
import { expect } from 'vitest';
import type { StressResult } from '../../../src/stress/measure/stress-result.js';
import { startTarget } from '../../stress/target.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

export const STAGES = [
  { duration: '200ms', rate: 20 },
  { duration: '300ms', rate: 20 },
];

export async function finishedTest(server: RunningServer, body: object): Promise<StressResult> {
  const started = await server.call('POST', '/stress/start', { json: { files: ['a.http'], ...body } });
  expect(started.json).toEqual({ status: 'started' });
  await expect
    .poll(async () => (await server.get('/stress/status')).json, { timeout: 60_000 })
    .toMatchObject({ running: false });
  return (await server.get('/stress/result')).json as StressResult;
}

export async function startWithTarget(
  config = '',
): Promise<RunningServer & { readonly seen: readonly string[] }> {
  const { url, seen } = await startTarget();
  const files = { 'a.http': `### a\nGET ${url}/\n`, ...(config === '' ? {} : { 'service.yaml': config }) };
  return { ...(await startServer({ files, history: true })), seen };
}
