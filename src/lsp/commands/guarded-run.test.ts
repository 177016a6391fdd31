import { describe, expect, it, vi } from 'vitest';
import { editorListeners, editorRequest } from '../../../test/support/runs/editor-run.js';
import { startRun, type GuardedRun, type RunLimits } from './guarded-run.js';
import type { RunOutput, ThreadEvent } from './run-operations.js';
import type { RunTest } from './run-result.js';
import type { RunThread } from './run-thread.js';

const QUICK: RunTest = {
  uri: 'file:///a.http',
  name: 'quick',
  line: 1,
  status: 'passed',
  durationMs: 1,
  attempts: 1,
  failures: [],
};
const SLOW = { uri: 'file:///a.http', name: 'slow', line: 4 };

/** A thread that reports what it is given here and then neither ends nor reacts to a cancellation. */
class StuckThread implements RunThread {
  emit: (event: ThreadEvent) => void = () => undefined;
  finish: () => void = () => undefined;
  readonly end = vi.fn(async () => undefined);

  run(...[, , onEvent]: Parameters<RunThread['run']>): Promise<null> {
    this.emit = onEvent;
    return new Promise((resolve) => {
      this.finish = () => resolve(null);
    });
  }

  async exportCurl(): Promise<{ readonly text: string }> {
    return { text: '' };
  }
}

function start(
  thread: StuckThread,
  limits: RunLimits = { graceMs: 1, recordingMs: 1 },
): { readonly run: GuardedRun; readonly stop: AbortController } {
  const stop = new AbortController();
  const request = editorRequest('/w', { environment: 'staging' });
  return { run: startRun('r1', request, thread, editorListeners(stop.signal), limits), stop };
}

describe('a cancelled run whose thread does not respond', () => {
  it('ends with what was reported, and its thread is ended', async () => {
    const thread = new StuckThread();
    const { run, stop } = start(thread);
    thread.emit({ kind: 'planned', environment: 'qa', total: 3 });
    thread.emit({ kind: 'started', test: QUICK });
    thread.emit({ kind: 'finished', test: QUICK });
    thread.emit({ kind: 'started', test: SLOW });
    stop.abort();
    const { result } = await run.output;
    await run.released;
    expect(result).toMatchObject({ verdict: 'cancelled', environment: 'qa', passed: 1, skipped: 1 });
    expect(result.tests).toEqual([QUICK, expect.objectContaining({ ...SLOW, message: 'cancelled' })]);
    expect(thread.end).toHaveBeenCalledOnce();
  });

  it('reports its result before the history is written, which gets some time', async () => {
    const thread = new StuckThread();
    const { run, stop } = start(thread);
    const result = {
      verdict: 'cancelled',
      environment: 'qa',
      tests: [QUICK],
    } as unknown as RunOutput['result'];
    stop.abort();
    thread.emit({ kind: 'ended', output: { result, responses: [] } });
    expect((await run.output).result).toBe(result);
    expect(thread.end).not.toHaveBeenCalled();
    await run.released;
    expect(thread.end).toHaveBeenCalledOnce();
  });

  it('takes no longer than its end', async () => {
    const thread = new StuckThread();
    const { run, stop } = start(thread, { graceMs: 3_600_000, recordingMs: 3_600_000 });
    stop.abort();
    thread.finish();
    expect((await run.output).result).toMatchObject({
      verdict: 'cancelled',
      environment: 'staging',
      tests: [],
    });
    await run.released;
    expect(thread.end).toHaveBeenCalledOnce();
  });
});
