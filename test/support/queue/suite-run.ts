/** Suites on real workers, seen from outside: a target that can keep requests waiting, the coordinator, its report. */
import { startSvc, type LiveSvc } from '../program/live-svc.js';
import { loopback, type SeenRequest } from '../runs/run-requests.js';
import { KEY, startWorker, type TestQueue } from './worker-process.js';

export interface SuiteTest {
  readonly name: string;
  readonly file: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly skipReason: string;
  readonly error: string;
  readonly errorKind: string;
  readonly worker?: string;
  readonly lostOn?: readonly string[];
}

export interface SuiteTarget {
  readonly url: string;
  /** `METHOD path` of every request that arrived, in order. */
  readonly seen: string[];
  readonly requests: SeenRequest[];
  /** Resolves when at least so many have arrived. */
  readonly until: (count: number) => Promise<void>;
  /** Resolves when this one has arrived. */
  readonly untilSeen: (line: string) => Promise<void>;
}

export interface TargetRules {
  /** How long a response takes. */
  readonly delayMs?: (request: SeenRequest, times: number) => number;
  readonly statusOf?: (path: string) => number;
}

/** Responds with JSON; a delay that is infinite keeps the request waiting. `times` counts requests of the path. */
export async function suiteTarget({ delayMs, statusOf }: TargetRules = {}): Promise<SuiteTarget> {
  const counts = new Map<string, number>();
  const { url, seen, requests } = await loopback(async (request) => {
    const { path } = request;
    const times = (counts.get(path) ?? 0) + 1;
    counts.set(path, times);
    const delay = delayMs?.(request, times) ?? 0;
    if (delay === Number.POSITIVE_INFINITY) return undefined;
    if (delay > 0) await pause(delay);
    return { status: statusOf?.(path) ?? 200, json: { id: 7, path } };
  });
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) await pause(20);
  };
  const untilSeen = async (line: string): Promise<void> => {
    while (!seen.includes(line)) await pause(20);
  };
  return { url, seen, requests, until, untilSeen };
}

export function startSuiteWorker(queue: TestQueue, worker: string): Promise<LiveSvc> {
  return startWorker(queue, ['--name', worker]);
}

/** `svc run` on the workers of a queue, of all files unless some are given; the results are printed as JSON. */
export function startSuite(
  { url, name }: TestQueue,
  directory: string,
  args: readonly string[] = [],
): LiveSvc {
  const flags = ['--queue', url, '--queue-name', name, '--no-history', '-o', 'json'];
  const paths = args.some((arg) => arg.endsWith('.http')) ? [] : ['.'];
  return startSvc(['run', ...flags, ...args, ...paths], {
    cwd: directory,
    env: { SVC_WORKER_KEY: KEY },
    timeout: 240_000,
  });
}

export function testsOf({ stdout }: { readonly stdout: string }): readonly SuiteTest[] {
  return (JSON.parse(stdout) as { readonly tests: readonly SuiteTest[] }).tests;
}

const VARYING = new Set([
  'duration',
  'durationMs',
  'time',
  'startedAt',
  'finishedAt',
  'worker',
  'date',
  'Date',
]);

/** A results document without what differs between two runs of the same suite. */
export function comparable({ stdout }: { readonly stdout: string }): unknown {
  return JSON.parse(stdout, (key, value: unknown) => (VARYING.has(key) ? undefined : value));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
