import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** No task of the page may take longer. */
export const MAX_TASK_MS = 200;

interface TraceEvent {
  readonly name?: string;
  readonly ph?: string;
  readonly pid?: number;
  readonly tid?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Returns the CPU time of the longest task of the main thread of a page, which does not depend on what else the
 * machine does; workers of the page may take longer.
 */
export async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const longest = new Map<string, number>();
  const mainThreads = new Set<string>();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, tdur = 0, args } of value as readonly TraceEvent[]) {
      const thread = `${pid} ${tid}`;
      if (name === 'thread_name' && args?.name === 'CrRendererMain') mainThreads.add(thread);
      if (name?.endsWith('RunTask') === true)
        longest.set(thread, Math.max(longest.get(thread) ?? 0, tdur / 1000));
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  return async () => {
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await ended;
    const maxTaskMs = Math.max(0, ...[...mainThreads].map((thread) => longest.get(thread) ?? 0));
    expect(maxTaskMs).toBeGreaterThan(0);
    return maxTaskMs;
  };
}
