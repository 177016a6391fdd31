import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { buildTestProgram, type TestProgram } from '../../../test/support/program/build-test-program.js';
import { ServiceError } from '../../errors.js';
import type { EngineCallOptions } from './engine.js';
import type { ExecutionOutput } from '../runs/execution-request.js';
import { EnginePool } from './engine-pool.js';
import type { ThreadLimits } from './engine-thread.js';

/** The name of a file selects what the program does; every result names the thread in which it ran. */
const PROGRAM = `
import { threadId, workerData } from 'node:worker_threads';
import { serveCalls } from 'serve-calls';
import { CallMarks } from 'call-marks';
import { NeedsHeavyThread } from 'needs-heavy-thread';
const marks = new CallMarks(workerData.marks);
const here = () => ({ lane: workerData.lane, thread: threadId });
const spin = (call, line) => { marks.markWorking(call.id, line); call.emitAtOnce('started'); for (;;); };
const forever = (call) => new Promise((_, reject) => {
  call.signal.addEventListener('abort', () => reject(call.signal.reason), { once: true });
});
serveCalls({
  importText: ({ location }, call) => {
    if (location === 'spin') spin(call, 0);
    if (location !== 'forever') return { ...here(), location };
    call.emit(here());
    return forever(call);
  },
  execute: async ({ request: { file } }, call) => {
    if (file === 'large' && workerData.lane === 'light') throw new NeedsHeavyThread(file);
    if (file.startsWith('sent')) marks.markSending(call.id);
    if (file.endsWith('spin')) spin(call, 12);
    if (file.endsWith('crash')) setImmediate(() => { throw new Error('a defect'); });
    if (file.endsWith('fill')) { marks.markWorking(call.id, 0); const all = []; for (;;) all.push(new Array(1e5).fill({})); }
    if (file.endsWith('forever') || file.endsWith('crash')) { call.emit('started'); return forever(call); }
    return here();
  },
});
`;

let program: TestProgram;
let file: URL;

beforeAll(async () => {
  const source = join(import.meta.dirname, '..', '..');
  const modules: Record<string, string> = {
    'serve-calls': join(source, 'primitives', 'threads', 'serve-calls.ts'),
    'call-marks': join(import.meta.dirname, 'call-marks.ts'),
    'needs-heavy-thread': join(source, 'workspace', 'files', 'needs-heavy-thread.ts'),
  };
  program = await buildTestProgram(PROGRAM, modules);
  ({ file } = program);
});

afterAll(() => program.remove());

interface Place {
  readonly lane: string;
  readonly thread: number;
}

interface Run {
  readonly place: Promise<Place>;
  readonly started: Promise<void>;
}

interface Pool {
  readonly pool: EnginePool;
  /** Turned, it lets threads miss pings and be idle for long; how long their work takes does not count. */
  readonly clock: ManualClock;
  readonly run: (name: string, signal?: AbortSignal) => Run;
  readonly convert: (location: string, options?: EngineCallOptions<'importText'>) => Promise<Place>;
}

function open(maxThreads = 2, changed: Partial<ThreadLimits> = {}): Pool {
  const limits = {
    maxUnresponsiveMs: 60_000,
    maxMemoryMb: 256,
    watchIntervalMs: 50,
    maxIdleMs: 60_000,
    ...changed,
  };
  const clock = new ManualClock();
  const pool = new EnginePool({
    file,
    clock,
    setup: { root: '/', config: undefined, allowShell: false, allowDb: false, process: {} },
    log: () => undefined,
    listeners: new SharedArrayBuffer(4),
    maxThreads,
    limits: { light: limits, heavy: limits },
  });
  onTestFinished(() => pool.close());
  return {
    pool,
    clock,
    run: (name, signal) => {
      let onEvent: () => void = () => undefined;
      const started = new Promise<void>((resolve) => (onEvent = resolve));
      const request = { file: name, environment: '' };
      const input = { id: name, request, isStored: false };
      const place = pool.call('execute', input, { signal, key: name, onEvent });
      return { started, place: place as Promise<ExecutionOutput & Place> };
    },
    convert: (location, options) => {
      const request = { format: 'curl', location } as const;
      const result: Promise<unknown> = pool.call('importText', request, { ...options, lane: 'heavy' });
      return result as Promise<Place>;
    },
  };
}

const never = new ServiceError('cancelled', 'the client disconnected');

describe('the engine', () => {
  it('starts threads when they are needed, and sends calls for one file to the same one', async () => {
    const { pool, run } = open(4);
    expect(pool.status()).toEqual({ threads: 0, busy: 0, restarts: 0 });
    const first = await run('a').place;
    expect(first.lane).toBe('light');
    const stop = new AbortController();
    const long = run('b forever', stop.signal);
    await long.started;
    expect(pool.status()).toEqual({ threads: 1, busy: 1, restarts: 0 });
    // Another thread is free, but this one has the file cached.
    expect(await run('a').place).toEqual(first);
    const other = await run('c').place;
    expect(other.thread).not.toBe(first.thread);
    expect(await run('c').place).toEqual(other);
    stop.abort(never);
    await expect(long.place).rejects.toThrow('the client disconnected');
    expect(pool.status()).toEqual({ threads: 2, busy: 0, restarts: 0 });
  });

  it('moves calls with a large file, and keeps computations apart from other calls', async () => {
    const { pool, clock, run, convert } = open();
    const light = await run('a').place;
    expect(await run('large').place).toMatchObject({ lane: 'heavy' });
    const stop = new AbortController();
    const computing = convert('spin', { signal: stop.signal });
    expect(await run('b').place).toEqual(light);
    const waiting = convert('next');
    stop.abort(never);
    await expect(computing).rejects.toThrow('the client disconnected');
    // The busy thread is ended, since nothing else stops it, and the call starts in a new one.
    expect(await waiting).toMatchObject({ lane: 'heavy' });
    await clock.turn(100);
    expect(pool.status()).toEqual({ threads: 2, busy: 0, restarts: 1 });
  });

  it('computes one thing at a time in each thread, even for one file', async () => {
    const { convert } = open(4);
    const stop = new AbortController();
    const begin = async (): Promise<number> => {
      const place = await new Promise<Place>((resolve) => {
        const onEvent = resolve as (event: unknown) => void;
        const options = { key: 'a', signal: stop.signal, onEvent };
        void convert('forever', options).catch(() => undefined);
      });
      return place.thread;
    };
    expect(new Set([await begin(), await begin()]).size).toBe(2);
    stop.abort(never);
  });

  it('ends every thread that is idle for long, except the one that the next call uses', async () => {
    const { pool, clock, run, convert } = open(4, { maxIdleMs: 50 });
    const first = await run('a').place;
    const stop = new AbortController();
    const long = run('b forever', stop.signal);
    await long.started;
    const others = [await run('c').place, await convert('d')];
    expect(new Set([first, ...others].map(({ thread }) => thread)).size).toBe(3);
    stop.abort(never);
    await expect(long.place).rejects.toThrow('the client disconnected');
    await clock.turn(100);
    expect(pool.status()).toEqual({ threads: 1, busy: 0, restarts: 0 });
    expect(await run('a').place).toEqual(first);
  });

  it('starts no thread for what still waits when it is closed', async () => {
    const { pool, convert } = open();
    const all = Promise.allSettled([convert('spin'), convert('next'), convert('last')]);
    await expect.poll(() => pool.status().busy).toBe(1);
    await pool.close();
    for (const result of await all) {
      expect(result).toMatchObject({
        reason: { kind: 'unavailable', message: 'the server is shutting down' },
      });
    }
    expect(pool.status().threads).toBe(0);
  });

  it('ends a thread that does not respond in time, and names the assertion', async () => {
    const { pool, clock, run } = open(2, { maxUnresponsiveMs: 1000 });
    const first = await run('a').place;
    const stop = new AbortController();
    const sent = run('sent forever');
    await sent.started;
    const hostile = run('sent spin');
    const unsent = run('forever', stop.signal);
    const ended = Promise.allSettled([hostile.place, sent.place]);
    await hostile.started;
    await clock.turn(1100);
    const [guilty, interrupted] = await ended;
    expect(guilty).toMatchObject({
      reason: {
        kind: 'unavailable',
        message: 'sent spin: interrupted: the assertion in line 12 did not end in time',
      },
    });
    expect(interrupted).toMatchObject({
      reason: {
        kind: 'unavailable',
        message: expect.stringMatching(/^interrupted: .*; try again$/) as string,
      },
    });
    expect(pool.status().restarts).toBe(1);
    // A call that had no effect yet runs again in another thread.
    await unsent.started;
    stop.abort(never);
    await expect(unsent.place).rejects.toThrow('the client disconnected');
    expect((await run('a').place).thread).not.toBe(first.thread);
  });

  it('uses other threads while one is unresponsive', async () => {
    const { clock, run } = open();
    await run('a').place;
    const spinning = run('spin');
    spinning.place.catch(() => undefined);
    await spinning.started;
    await clock.turn(150);
    expect(await run('b').place).toMatchObject({ lane: 'heavy' });
  });

  it('survives the end of a thread by memory or by a defect', async () => {
    const { pool, run } = open(2, { maxMemoryMb: 32 });
    await expect(run('fill').place).rejects.toMatchObject({
      kind: 'too-large',
      message: 'the execution takes more memory than one may; split its file',
    });
    await expect(run('crash').place).rejects.toThrow('a defect');
    expect(pool.status()).toMatchObject({ threads: 0, restarts: 2 });
    expect(await run('a').place).toMatchObject({ lane: 'light' });
  });

  it('has separate threads for long operations, and none after it is closed', async () => {
    const { pool, run } = open();
    const input = { id: '', request: { file: 'own', environment: '' }, isStored: false };
    const own = (await pool.call('execute', input, { lane: 'own' })) as unknown as Place;
    expect(pool.status().threads).toBe(0);
    expect((await run('a').place).thread).not.toBe(own.thread);
    const open1 = run('forever');
    const open2 = run('forever');
    const ended = Promise.allSettled([open1.place, open2.place]);
    await Promise.all([open1.started, open2.started]);
    await pool.close();
    for (const result of await ended) expect(result).toMatchObject({ reason: { kind: 'unavailable' } });
    await expect(run('a').place).rejects.toMatchObject({ kind: 'unavailable' });
    expect(pool.status()).toEqual({ threads: 0, busy: 0, restarts: 0 });
  });

  it('rejects even the only call with the shutdown error', async () => {
    const { pool, run } = open();
    const only = run('forever');
    await only.started;
    const outcome = only.place.catch((error: unknown) => error);
    await pool.close();
    expect(await outcome).toMatchObject({ kind: 'unavailable', message: 'the server is shutting down' });
  });
});
