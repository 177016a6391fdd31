import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import type { RunningServer } from './running-server.js';

export interface Watched<T> {
  readonly result: T;
  readonly tookMs: number;
  /** Between a question and its answer. */
  readonly longestMs: number;
  readonly answers: number;
}

/** In a thread: the test itself takes its time to read what it gets. */
const ASKING = `
  const { get, Agent } = require('node:http');
  const { parentPort, workerData: url } = require('node:worker_threads');
  const agent = new Agent({ keepAlive: true });
  let longestMs = 0;
  let answers = 0;
  let ready = false;
  const ask = () => {
    const asked = performance.now();
    get(url, { agent }, (response) => {
      response.resume().on('end', () => {
        longestMs = Math.max(longestMs, performance.now() - asked);
        answers += 1;
        if (!ready) parentPort.postMessage('ready');
        ready = true;
        setTimeout(ask, 2);
      });
    }).on('error', () => setTimeout(ask, 2));
  };
  parentPort.on('message', (word) => {
    if (word === 'begin') { longestMs = 0; answers = 0; return; }
    parentPort.postMessage({ longestMs, answers });
    process.exit();
  });
  ask();
`;

/** Asks the server something small, one question after another, until the work is done. */
export async function watched<T>({ origin }: RunningServer, work: () => Promise<T>): Promise<Watched<T>> {
  const asking = new Worker(ASKING, { eval: true, workerData: `${origin}/api/v1/system/info` });
  const next = (): Promise<unknown> => new Promise((resolve) => asking.once('message', resolve));
  await next();
  asking.postMessage('begin', []);
  const started = performance.now();
  const result = await work();
  const tookMs = performance.now() - started;
  const met = next();
  asking.postMessage('end', []);
  const { longestMs, answers } = (await met) as Pick<Watched<T>, 'longestMs' | 'answers'>;
  return { result, tookMs, longestMs, answers };
}

/**
 * Blocked, the server would answer nothing until the work, or that part of it, is done; a busy machine makes
 * both longer.
 */
export function expectPrompt(
  { tookMs, longestMs, answers }: Watched<unknown>,
  work: string,
  most = 0.6,
): void {
  expect(answers, `answers during ${work}`).toBeGreaterThan(5);
  expect(longestMs, `longest wait during ${work} of ${Math.round(tookMs)} ms`).toBeLessThan(tookMs * most);
}
