import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestProgram, type TestProgram } from '../../../test/support/program/build-test-program.js';
import { join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { ThreadEnded } from './thread-failure.js';
import { WorkerThread } from './worker-thread.js';

interface Letters {
  readonly upper: { readonly input: string; readonly event: never; readonly result: string };
  readonly spell: { readonly input: string; readonly event: string; readonly result: number };
  readonly bytes: { readonly input: Uint8Array; readonly event: never; readonly result: Uint8Array };
  readonly refuse: { readonly input: string; readonly event: never; readonly result: never };
  readonly wait: { readonly input: null; readonly event: never; readonly result: string };
  readonly echo: {
    readonly input: number;
    readonly event: never;
    readonly message: string | { readonly second: boolean };
    readonly result: readonly unknown[];
  };
  readonly environment: { readonly input: string; readonly event: never; readonly result: string | null };
  readonly spin: { readonly input: null; readonly event: never; readonly result: never };
  readonly late: {
    readonly input: null;
    readonly event: string;
    readonly message: string;
    readonly result: string;
  };
  readonly fill: { readonly input: null; readonly event: never; readonly result: never };
  readonly crash: { readonly input: null; readonly event: never; readonly result: never };
}

/** Uses the program's own side of the protocol. */
const PROGRAM = `
import { serveCalls, sendNotice } from 'serve-calls';
import { ServiceError } from 'errors';
serveCalls({
  upper: (text) => text.toUpperCase(),
  spell: (text, { emit }) => { for (const letter of text) emit(letter); return text.length; },
  bytes: (bytes) => bytes.map((byte) => byte + 1),
  refuse: (message) => { throw new ServiceError('conflict', message, { hint: 'wait', details: { at: 3 } }); },
  wait: (_, { signal }) => new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason.message), { once: true });
  }),
  echo: async (count, call) => {
    // As an operation that loads its code first; messages come meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const received = [];
    return new Promise((resolve) => {
      call.onMessage((message) => { if (received.push(message) === count) resolve(received); });
    });
  },
  environment: (name) => process.env[name] ?? null,
  spin: () => { for (;;); },
  late: async (_, { signal, emit, onMessage }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await new Promise((resolve) => onMessage(resolve));
    emit('too late');
    return '';
  },
  fill: () => { for (const all = []; ; ) all.push(new Array(1e5).fill({})); },
  crash: () => { setImmediate(() => { throw new Error('broken'); }); return new Promise(() => {}); },
});
sendNotice('here');
`;

let program: TestProgram;
let file: URL;

beforeAll(async () => {
  const programs: Record<string, string> = {
    'serve-calls': join(import.meta.dirname, 'serve-calls.ts'),
    errors: join(import.meta.dirname, '..', '..', 'errors.ts'),
  };
  program = await buildTestProgram(PROGRAM, programs);
  ({ file } = program);
});

afterAll(() => program.remove());

async function withThread(use: (thread: WorkerThread<Letters>) => Promise<void>): Promise<void> {
  const thread = new WorkerThread<Letters>({ file });
  try {
    await use(thread);
  } finally {
    await thread.end();
  }
}

describe('a worker thread', () => {
  it('performs calls at the same time, with events, messages and results of their own', () =>
    withThread(async (thread) => {
      const letters: string[] = [];
      const echo = thread.call('echo', 2, {
        onStart: (send) => {
          send('first');
          send({ second: true });
        },
      });
      expect(thread.openCalls).toBe(1);
      const [upper, count] = await Promise.all([
        thread.call('upper', 'abc'),
        thread.call('spell', 'xyz', { onEvent: (letter) => letters.push(letter) }),
      ]);
      expect([upper, count, letters]).toEqual(['ABC', 3, ['x', 'y', 'z']]);
      expect(await echo).toEqual(['first', { second: true }]);
      expect(thread.openCalls).toBe(0);
    }));

  it('takes bytes over when it may, and copies them otherwise', () =>
    withThread(async (thread) => {
      const kept = new Uint8Array([1, 2]);
      expect(await thread.call('bytes', kept)).toEqual(new Uint8Array([2, 3]));
      expect(kept).toHaveLength(2);
      expect(await thread.call('bytes', kept, { transferInput: true })).toEqual(new Uint8Array([2, 3]));
      expect(kept).toHaveLength(0);
    }));

  it('passes on what an operation throws, and lives on', () =>
    withThread(async (thread) => {
      const error: unknown = await thread.call('refuse', 'taken').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ kind: 'conflict', message: 'taken', hint: 'wait', details: { at: 3 } });
      await expect(thread.call('nothing' as 'upper', '')).rejects.toThrow('performer is not a function');
      expect(await thread.call('upper', 'a')).toBe('A');
    }));

  it('cancels a call by its signal', () =>
    withThread(async (thread) => {
      const controller = new AbortController();
      const waiting = thread.call('wait', null, { signal: controller.signal });
      controller.abort(new ServiceError('cancelled', 'the client disconnected'));
      expect(await waiting).toBe('the client disconnected');
      await expect(thread.call('wait', null, { signal: controller.signal })).rejects.toThrow('the client');
    }));

  it('passes on nothing of a call that nobody waits for any more', () =>
    withThread(async (thread) => {
      await thread.ready;
      const controller = new AbortController();
      const events: string[] = [];
      let goOn = (): void => undefined;
      const late = thread.call('late', null, {
        signal: controller.signal,
        graceMs: 0,
        onEvent: (event) => events.push(event),
        onStart: (send) => (goOn = () => send('go on')),
      });
      await thread.call('upper', 'a');
      controller.abort(new ServiceError('cancelled', 'the client disconnected'));
      await expect(late).rejects.toThrow('the client disconnected');
      expect(thread.abandonedCalls).toBe(1);
      goOn();
      await expect.poll(() => thread.openCalls).toBe(0);
      expect(events).toEqual([]);
    }));

  it.each(['spin', 'crash'] as const)('rejects every open call when it ends: %s', (operation) =>
    withThread(async (thread) => {
      await thread.ready;
      const results = Promise.allSettled([thread.call(operation, null), thread.call('wait', null)]);
      if (operation === 'spin') await thread.end(new Error('too long'));
      for (const result of await results) {
        expect(result).toMatchObject({ status: 'rejected', reason: { message: 'the thread ended' } });
      }
      expect(thread.isAlive).toBe(false);
      await expect(thread.call('upper', 'a')).rejects.toBeInstanceOf(ThreadEnded);
    }),
  );

  it('fails what cannot be sent, and nothing else', () =>
    withThread(async (thread) => {
      await expect(thread.call('upper', (() => '') as unknown as string)).rejects.toThrow(/clone/);
      expect(thread.openCalls).toBe(0);
      expect(await thread.call('upper', 'a')).toBe('A');
    }));

  it('has the environment of its starter, or the one it is given', async () => {
    const [name = ''] = Object.keys(process.env);
    await withThread(async (thread) => {
      expect(await thread.call('environment', name)).toBe(process.env[name]);
    });
    const alone = new WorkerThread<Letters>({ file, env: {} });
    expect(await alone.call('environment', name)).toBeNull();
    await alone.end();
  });

  it('ends alone when its memory runs out, and reports it', async () => {
    const thread = new WorkerThread<Letters>({ file, maxMemoryMb: 16 });
    await expect(thread.call('fill', null)).rejects.toMatchObject({ isOutOfMemory: true });
    expect(thread.isAlive).toBe(false);
  });

  it('reports why it never became ready', async () => {
    const thread = new WorkerThread<Letters>({ file });
    void thread.end(new Error('too slow'));
    await expect(thread.ready).rejects.toMatchObject({ cause: { message: 'too slow' } });
  });

  it('gives notices that belong to no call', async () => {
    const notices: unknown[] = [];
    const thread = new WorkerThread<Letters>({ file, onNotice: (notice) => notices.push(notice) });
    await thread.call('upper', 'a');
    expect(notices).toEqual(['here']);
    await thread.end();
  });
});
