import { describe, expect, it, onTestFinished } from 'vitest';
import { freeze } from '../../../test/stress/target.js';
import { setRestartListener } from '../../primitives/threads/restarts.js';
import { evaluateInThread } from './thread-pool.js';

/** Runs until it is stopped. */
const ENDLESS = { source: '^(?=(a+)+$)', flags: 'u', wantsGroup: false };
const ENDLESS_TEXT = `${'a'.repeat(60)}!`;
const QUICK = { source: 'b', flags: 'u', wantsGroup: false };

function endless(signal: AbortSignal | undefined, limitMs: number): Promise<unknown> {
  return evaluateInThread('pattern', ENDLESS, ENDLESS_TEXT, { signal, limitMs, name: 'it' });
}

function quick(signal: AbortSignal | undefined): Promise<{ readonly found: boolean }> {
  return evaluateInThread('pattern', QUICK, 'abc', { signal, limitMs: 10_000, name: 'it' });
}

describe('threads', () => {
  it('are left for others, however much one asks for', async () => {
    const one = new AbortController();
    const ended: string[] = [];
    const slow = Array.from({ length: 6 }, () =>
      endless(one.signal, 60_000).catch(() => void ended.push('slow')),
    );
    const other = new AbortController();
    for (let time = 0; time < 3; time++) expect(await quick(other.signal)).toMatchObject({ found: true });
    expect(await quick(undefined)).toMatchObject({ found: true });
    expect(ended).toEqual([]);
    one.abort(new Error('enough'));
    await Promise.all(slow);
    expect(ended).toHaveLength(6);
    expect(await quick(undefined)).toMatchObject({ found: true });
  }, 90_000);

  it('are ended at the limit and when they are aborted', async () => {
    await expect(endless(undefined, 50)).rejects.toThrow('it took more than 50 ms');
    const aborted = AbortSignal.abort(new Error('before'));
    await expect(endless(aborted, 50)).rejects.toThrow('before');
    const controller = new AbortController();
    const running = endless(controller.signal, 60_000);
    const waiting = quick(controller.signal);
    controller.abort(new Error('meanwhile'));
    await expect(running).rejects.toThrow('meanwhile');
    await expect(waiting).rejects.toThrow('meanwhile');
  }, 90_000);

  it('are not ended for the time in which this process stood still', async () => {
    await quick(undefined);
    const result = evaluateInThread('pattern', QUICK, 'abc', {
      signal: undefined,
      limitMs: 1000,
      name: 'it',
    });
    // The job is sent without a turn of the event loop, so that its result waits when the process goes on.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    freeze(1500);
    expect(await result).toMatchObject({ found: true });
  });

  it('are reported when they were ended at their limit, and only then', async () => {
    let restarts = 0;
    setRestartListener(() => restarts++);
    onTestFinished(() => setRestartListener(() => undefined));
    await expect(endless(undefined, 50)).rejects.toThrow('it took more than 50 ms');
    expect(restarts).toBe(1);
    const controller = new AbortController();
    const running = endless(controller.signal, 60_000);
    controller.abort(new Error('meanwhile'));
    await expect(running).rejects.toThrow('meanwhile');
    expect(await quick(undefined)).toMatchObject({ found: true });
    expect(restarts).toBe(1);
  }, 90_000);

  it('keep the document of the job before, also after one that failed', async () => {
    const document = JSON.stringify({ a: [1, 2] });
    const query = (expression: string): Promise<unknown> =>
      evaluateInThread('jsonpath', { expression }, document, {
        signal: undefined,
        limitMs: 10_000,
        name: 'it',
      });
    expect(await query('$.a[1]')).toEqual([['a', 1]]);
    await expect(query('$[')).rejects.toThrow(/./);
    expect(await query('$.a[0]')).toEqual([['a', 0]]);
    expect(await query('$.b')).toEqual([]);
  });

  it('tell what an engine finds wrong', async () => {
    const wrong = evaluateInThread('jsonpath', { expression: '$[' }, '{}', {
      signal: undefined,
      limitMs: 5000,
      name: 'it',
    });
    await expect(wrong).rejects.toThrow(/./);
  });
});
