import type { SourceFile } from './source-rules.js';

/** The only file that starts threads. */
export const STARTS_THREADS = 'src/primitives/threads/worker-thread.ts';

/** Threads and child processes run built files of the sources: a program in a string is seen by no compiler. */
export function programViolations({ path, text }: SourceFile): string[] {
  if (!path.startsWith('src/') || path.endsWith('.test.ts')) return [];
  const mayStartThreads = path === STARTS_THREADS;
  return [
    ...(startedThreads(text) > 0 && !mayStartThreads ? [`${path}: starts a thread`] : []),
    ...(RUNS_TEXT.test(text) ? [`${path}: runs a program that is a string`] : []),
  ];
}

export function startedThreads(text: string): number {
  return text.match(/\bnew (?:\w+\.)?Worker\b/g)?.length ?? 0;
}

/** The option of a thread, and the options of Node. */
const RUNS_TEXT = /\beval: *true\b|(['"`])(?:-e|-p|-pe|--eval|--print)(?:=[^'"`]*)?\1/;
