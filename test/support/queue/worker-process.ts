import { expect } from 'vitest';
import { temporaryDirectory } from '../files/workspace.js';
import { startSvc, type LiveSvc } from '../program/live-svc.js';

export const KEY = 'a key of at least thirty-two characters';
/** Of one that nobody ends. */
const WORKER_LIFE_MS = 3_600_000;

/** A real `svc worker` of the build under test, when it takes orders. */
export async function startWorker(
  url: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<LiveSvc> {
  const worker = startSvc(['worker', ...(args.includes('--threads') ? [] : ['--threads', '2']), ...args], {
    cwd: await temporaryDirectory(),
    env: { SVC_QUEUE: url, SVC_WORKER_KEY: KEY, ...env },
    timeout: WORKER_LIFE_MS,
  });
  await worker.until(() => worker.stdout().endsWith('\n'));
  expect(worker.stdout()).toMatch(/^Waiting on redis:\/\/127\.0\.0\.1:\d+ as \S+ \(\d+ threads?\)\n$/);
  return worker;
}
