/**
 * Runs patterns that only a backtracking engine can express in a thread of their own: the one thing
 * that can stop such an engine is the end of its thread.
 */
import type { Worker } from 'node:worker_threads';

export interface PatternJob {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
}

/** The whole match and its groups; null when nothing matched. */
export type PatternMatch = readonly (string | undefined)[] | null;

export class PatternTimeout extends Error {
  constructor() {
    super('the pattern took more than 1 s');
  }
}

const LIMIT = 1000;
/** For the thread to come up on a busy machine; not counted against the pattern. */
const START_LIMIT = 20_000;

/** Evaluated in the thread; text, so that no bundle has to know a second entry. */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ source, flags, text }) => {
  try {
    const found = new RegExp(source, flags).exec(text);
    parentPort.postMessage({ found: found && [...found] });
  } catch (cause) {
    parentPort.postMessage({ problem: cause instanceof Error ? cause.message : 'the pattern cannot be run' });
  }
});
parentPort.postMessage({ ready: true });
`;

interface Answer {
  readonly ready?: true;
  readonly found?: PatternMatch;
  readonly problem?: string;
}

let thread: Promise<Worker> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One after the other: waiting for the thread does not count against the limit. */
export function runPattern(job: PatternJob): Promise<PatternMatch> {
  const turn = last.then(() => runNow(job));
  last = turn.catch(() => undefined);
  return turn;
}

async function runNow(job: PatternJob): Promise<PatternMatch> {
  thread ??= startThread();
  let answer: Answer;
  try {
    const worker = await thread;
    answer = await answerWithin(worker, LIMIT, () => worker.postMessage(job, []));
  } catch (cause) {
    await endThread();
    throw cause;
  }
  if (answer.problem !== undefined) throw new Error(answer.problem);
  return answer.found ?? null;
}

async function endThread(): Promise<void> {
  const ending = thread;
  thread = undefined;
  await ending?.then((worker) => worker.terminate()).catch(() => undefined);
}

async function startThread(): Promise<Worker> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(PROGRAM, { eval: true, env: {}, stdin: false });
  await answerWithin(worker, START_LIMIT, () => undefined);
  // An idle thread must not keep the program alive; a running pattern is bounded by its timer.
  worker.unref();
  return worker;
}

function answerWithin(worker: Worker, limit: number, start: () => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new PatternTimeout())), limit);
    const onMessage = (answer: Answer): void => settle(() => resolve(answer));
    const onError = (cause: unknown): void =>
      settle(() => reject(cause instanceof Error ? cause : new Error('the pattern thread failed')));
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      finish();
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    start();
  });
}
