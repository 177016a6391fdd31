import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StepFailure } from '../../runner/outcome/step-failure.js';
import type { AskedSecret, AskSecret, SecretCommand } from '../../runner/plan/secret-command.js';
import { askThrough, serveSecrets } from './secret-port.js';
import { KEPT_MS, SecretStore } from './secret-store.js';

const COMMAND: SecretCommand = {
  name: 'apiToken',
  program: 'op',
  environment: 'dev',
  args: ['read'],
  directory: '/w',
  timeoutMs: 30_000,
};
const NEVER = new AbortController().signal;

interface Question {
  readonly command: SecretCommand;
  readonly signal: AbortSignal;
  readonly settle: (asked: AskedSecret) => void;
}

/** Programs that end when the test says so, or when they are stopped. */
function programs(): { readonly asked: Question[]; readonly ask: AskSecret } {
  const asked: Question[] = [];
  return {
    asked,
    ask: (command, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new StepFailure('cancelled', 'stopped')));
        asked.push({ command, signal, settle: resolve });
      }),
  };
}

function open(): { readonly store: SecretStore; readonly asked: Question[] } {
  const { asked, ask } = programs();
  return { store: new SecretStore({ process: {}, ask }), asked };
}

afterEach(() => void vi.useRealTimers());

describe('secrets of a server', () => {
  it('are asked for once by all who want them, and kept for five minutes', async () => {
    vi.useFakeTimers();
    const { store, asked } = open();
    const values = Promise.all([store.ask(COMMAND, NEVER), store.ask({ ...COMMAND }, NEVER)]);
    asked[0]?.settle({ value: 'tok' });
    expect(await values).toEqual([{ value: 'tok' }, { value: 'tok' }]);
    vi.advanceTimersByTime(KEPT_MS - 1);
    expect([await store.ask(COMMAND, NEVER), asked.length]).toEqual([{ value: 'tok' }, 1]);
    vi.advanceTimersByTime(1);
    const again = store.ask(COMMAND, NEVER);
    asked[1]?.settle({ value: 'new' });
    expect([await again, asked.length, KEPT_MS]).toEqual([{ value: 'new' }, 2, 300_000]);
  });

  it.each<[string, Partial<SecretCommand>]>([
    ['environment', { environment: 'staging' }],
    ['command', { args: ['write'] }],
    ['folder', { directory: '/x' }],
    ['name', { name: 'other' }],
    ['program', { program: 'pass' }],
    ['time limit', { timeoutMs: 2000 }],
  ])('are others in another %s', async (_case, changes) => {
    const { store, asked } = open();
    const values = Promise.all([store.ask(COMMAND, NEVER), store.ask({ ...COMMAND, ...changes }, NEVER)]);
    for (const [index, { settle }] of asked.entries()) settle({ value: `v${index}` });
    expect(await values).toEqual([{ value: 'v0' }, { value: 'v1' }]);
  });

  it('are asked for again after a failure', async () => {
    const { store, asked } = open();
    const failing = store.ask(COMMAND, NEVER);
    asked[0]?.settle({ failure: 'no', detail: '' });
    expect(await failing).toEqual({ failure: 'no', detail: '' });
    const again = store.ask(COMMAND, NEVER);
    asked[1]?.settle({ value: 'tok' });
    expect(await again).toEqual({ value: 'tok' });
  });

  it('stop the program when the last one who waits is gone, and not before', async () => {
    const { store, asked } = open();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = store.ask(COMMAND, first.signal);
    const two = store.ask(COMMAND, second.signal);
    first.abort();
    await expect(one).rejects.toThrow('secret "apiToken": its command was stopped');
    expect(asked[0]?.signal.aborted).toBe(false);
    second.abort();
    await expect(two).rejects.toThrow(StepFailure);
    expect(asked[0]?.signal.aborted).toBe(true);
    // Who comes now does not wait for the program that was stopped.
    const later = store.ask(COMMAND, NEVER);
    asked[1]?.settle({ value: 'tok' });
    expect(await later).toEqual({ value: 'tok' });
  });

  it('are forgotten at the end, which waits for the programs', async () => {
    let end = (): void => undefined;
    const ask: AskSecret = (_command, signal) =>
      new Promise((_resolve, reject) => {
        end = () => reject(new StepFailure('cancelled', `stopped ${signal.aborted}`));
      });
    const store = new SecretStore({ process: {}, ask });
    const waiting = store.ask(COMMAND, NEVER);
    let isClosed = false;
    const closed = store.close().then(() => (isClosed = true));
    await Promise.resolve();
    expect(isClosed).toBe(false);
    end();
    await expect(waiting).rejects.toThrow('stopped true');
    await closed;
  });
});

describe('secrets of a thread', () => {
  it('come from the main thread, with failures, and are stopped there', async () => {
    const { asked, ask } = programs();
    const { port1, port2 } = new MessageChannel();
    serveSecrets(port1, ask);
    const wanted = askThrough(port2);
    const stop = new AbortController();
    const values = [
      wanted(COMMAND, NEVER),
      wanted({ ...COMMAND, name: 'b' }, NEVER),
      wanted(COMMAND, stop.signal),
    ];
    await expect.poll(() => asked.length).toBe(3);
    expect(asked.map(({ command }) => command.name)).toEqual(['apiToken', 'b', 'apiToken']);
    asked[1]?.settle({ failure: 'no', detail: 'd' });
    asked[0]?.settle({ value: 'tok' });
    expect(await Promise.all(values.slice(0, 2))).toEqual([{ value: 'tok' }, { failure: 'no', detail: 'd' }]);
    stop.abort();
    await expect(values[2]).rejects.toThrow('stopped');
    const left = wanted(COMMAND, NEVER);
    left.catch(() => undefined);
    await expect.poll(() => asked.length).toBe(4);
    port2.close();
    await expect.poll(() => asked[3]?.signal.aborted).toBe(true);
  });
});
