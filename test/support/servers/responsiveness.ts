import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import type { RunningServer } from './running-server.js';

export interface Watched<T> {
  readonly result: T;
  readonly tookMs: number;
  /** The longest time between a small request and its response, without what the machine itself stood still. */
  readonly maxMs: number;
  readonly responses: number;
}

/** Runs in a thread, because the test itself is busy with the results that it reads. */
const PROBE = `
  const { get, Agent } = require('node:http');
  const { parentPort, workerData: url } = require('node:worker_threads');
  const agent = new Agent({ keepAlive: true });
  let maxMs = 0;
  let responses = 0;
  let ready = false;
  // A timer of this thread is late only when the machine has no processor for it, and then nobody can respond.
  const TICK_MS = 5;
  let stoodStillMs = 0;
  let ticked = performance.now();
  setInterval(() => {
    const now = performance.now();
    stoodStillMs += Math.max(0, now - ticked - 2 * TICK_MS);
    ticked = now;
  }, TICK_MS);
  const waited = (sent, before) => {
    const now = performance.now();
    const late = Math.max(0, now - ticked - 2 * TICK_MS);
    return now - sent - (stoodStillMs + late - before);
  };
  const probe = () => {
    const sent = performance.now();
    const before = stoodStillMs;
    get(url, { agent }, (response) => {
      response.resume().on('end', () => {
        maxMs = Math.max(maxMs, waited(sent, before));
        responses += 1;
        if (!ready) parentPort.postMessage('ready');
        ready = true;
        setTimeout(probe, 10);
      });
    }).on('error', () => setTimeout(probe, 10));
  };
  parentPort.on('message', (word) => {
    if (word === 'begin') { maxMs = 0; responses = 0; return; }
    parentPort.postMessage({ maxMs, responses });
    process.exit();
  });
  probe();
`;

/** Sends small requests to the server, one after another, until the work is done. */
export async function watched<T>({ origin }: RunningServer, work: () => Promise<T>): Promise<Watched<T>> {
  const probe = new Worker(PROBE, { eval: true, workerData: `${origin}/api/v1/system/info` });
  const next = (): Promise<unknown> => new Promise((resolve) => probe.once('message', resolve));
  await next();
  probe.postMessage('begin', []);
  const started = performance.now();
  const result = await work();
  const tookMs = performance.now() - started;
  const measured = next();
  probe.postMessage('end', []);
  const { maxMs, responses } = (await measured) as Pick<Watched<T>, 'maxMs' | 'responses'>;
  return { result, tookMs, maxMs, responses };
}

/**
 * A blocked server would send no response until the work, or a part of it, is done. Only the ratio of both times
 * counts, because a busy machine makes both longer.
 */
export function expectPrompt(
  { tookMs, maxMs, responses }: Watched<unknown>,
  work: string,
  maxShare = 0.6,
): void {
  expect(responses, `responses during ${work}`).toBeGreaterThan(5);
  expect(maxMs, `longest wait during ${work} of ${Math.round(tookMs)} ms`).toBeLessThan(tookMs * maxShare);
}
