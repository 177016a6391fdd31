/** Load tests over REST by a real server. */
import { expect } from 'vitest';
import type { StressResult, StressStatus } from '../../../src/server/api-types.js';
import { temporaryWorkspace } from '../files/workspace.js';
import { startSvc, type LiveSvc } from '../program/live-svc.js';
import { loopback } from '../runs/run-requests.js';
import { queueOf, queueVariables, type QueuePlace } from './worker-process.js';

export interface LoadServer {
  readonly svc: LiveSvc;
  readonly call: (method: 'GET' | 'POST', path: string, json?: object) => Promise<[number, unknown]>;
  readonly status: () => Promise<StressStatus>;
  readonly ended: () => Promise<StressResult>;
  readonly seen: readonly string[];
  readonly directory: string;
}

export interface LoadServerOptions {
  readonly respond?: Parameters<typeof loopback>[0];
  readonly files?: Readonly<Record<string, string>>;
  readonly workerWait?: string;
}

/** `svc serve` with a workspace whose file has a setup, one request and a teardown. */
export async function startLoadServer(
  queue: QueuePlace,
  { respond, files = {}, workerWait = '1s' }: LoadServerOptions = {},
): Promise<LoadServer> {
  const { url, seen } = await loopback(respond);
  const text = `### in\n# @stress.setup\nGET ${url}/in\n### a\nGET ${url}/a\n### out\n# @stress.teardown\nGET ${url}/out\n`;
  const cwd = await temporaryWorkspace({
    ...files,
    'a.http': text,
    'service.yaml': 'stress: {profiles: {two: {duration: 1s, rate: 20, workers: 2, onLoss: stop}}}\n',
  });
  const args = ['serve', '.', '--port', '0', '--queue', queueOf(queue).url, '--worker-wait', workerWait];
  const svc = startSvc(args, { cwd, env: queueVariables(queue) });
  await svc.until(() => svc.stdout().includes('Listening on'));
  const [address = ''] = /http:\S+/.exec(svc.stdout()) ?? [];
  const call: LoadServer['call'] = async (method, path, json) => {
    const headers = { 'content-type': 'application/json' };
    const body = json && { body: JSON.stringify(json), headers };
    const response = await fetch(`${address}/api/v1${path}`, { method, ...body });
    return [response.status, await response.json()];
  };
  const status = async (): Promise<StressStatus> => (await call('GET', '/stress/status'))[1] as StressStatus;
  const ended = async (): Promise<StressResult> => {
    await expect.poll(async () => (await status()).running, { timeout: 300_000 }).toBe(false);
    return (await call('GET', '/stress/result'))[1] as StressResult;
  };
  return { svc, call, status, ended, seen, directory: cwd };
}
