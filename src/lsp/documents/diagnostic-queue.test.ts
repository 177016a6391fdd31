import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiagnosticQueue } from './diagnostic-queue.js';
import { OpenDocument } from './open-document.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Watched {
  readonly queue: DiagnosticQueue<string>;
  readonly published: string[];
  readonly failures: unknown[];
}

function watched(diagnose: (document: OpenDocument) => Promise<string>): Watched {
  const published: string[] = [];
  const failures: unknown[] = [];
  const queue = new DiagnosticQueue<string>({
    delayMs: 150,
    diagnose,
    publish: (_document, text) => void published.push(text),
    onError: (error) => void failures.push(error),
  });
  return { queue, published, failures };
}

const open = (text: string): OpenDocument => new OpenDocument('file:///a.http', 'http', 1, text);

describe('documents are diagnosed', () => {
  it('150 ms after the last change', async () => {
    const { queue, published } = watched(async ({ text }) => text);
    const document = open('a');
    queue.soon(document);
    await vi.advanceTimersByTimeAsync(149);
    document.replace('b', 2);
    queue.soon(document);
    queue.again(document);
    await vi.advanceTimersByTimeAsync(149);
    expect(published).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(published).toEqual(['b']);
  });

  it('at once when they are opened, and what is out of date is dropped', async () => {
    const finish: ((text: string) => void)[] = [];
    const { queue, published } = watched(() => new Promise((resolve) => finish.push(resolve)));
    const document = open('a');
    queue.now(document);
    queue.now(document);
    finish[1]?.('second');
    finish[0]?.('first');
    await vi.advanceTimersByTimeAsync(0);
    expect(published).toEqual(['second']);
    queue.now(document);
    document.replace('b', 2);
    finish[2]?.('of an older text');
    queue.now(document);
    queue.drop(document);
    finish[3]?.('of a closed document');
    await vi.advanceTimersByTimeAsync(0);
    expect(published).toEqual(['second']);
  });

  it('without an end by an error', async () => {
    const { queue, published, failures } = watched(async ({ text }) => {
      if (text === 'a') throw new Error('no');
      return text;
    });
    const document = open('a');
    queue.now(document);
    await vi.advanceTimersByTimeAsync(0);
    document.replace('b', 2);
    queue.again(document);
    await vi.advanceTimersByTimeAsync(0);
    expect(published).toEqual(['b']);
    expect(failures).toHaveLength(1);
  });

  it('but not after the end of the server, not even what is being worked on', async () => {
    const finish: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
    const { queue, published, failures } = watched(
      () => new Promise((resolve, reject) => void finish.push({ resolve, reject })),
    );
    const [one, other] = [open('a'), open('b')];
    queue.now(one);
    queue.now(other);
    queue.close();
    finish[0]?.resolve('late');
    finish[1]?.reject(new Error('the connection is closed'));
    await vi.advanceTimersByTimeAsync(0);
    expect({ published, failures }).toEqual({ published: [], failures: [] });
  });
});
