import { describe, expect, it } from 'vitest';
import { DiagnosticQueue } from './diagnostic-queue.js';
import { OpenDocument } from './open-document.js';

interface Setup {
  readonly queue: DiagnosticQueue<string>;
  readonly document: OpenDocument;
  readonly published: string[];
  readonly errors: unknown[];
  /** Ends the oldest work that goes on. */
  readonly finish: (result: string | Error) => Promise<void>;
}

function setUp(): Setup {
  const waiting: ((result: string | Error) => void)[] = [];
  const published: string[] = [];
  const errors: unknown[] = [];
  const queue = new DiagnosticQueue<string>({
    delayMs: 0,
    diagnose: () =>
      new Promise((resolve, reject) => {
        waiting.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
      }),
    publish: (_document, result) => published.push(result),
    onError: (error) => errors.push(error),
  });
  const finish = async (result: string | Error): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.(result);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { queue, document: new OpenDocument('file:///a.http', 'http', 1, ''), published, errors, finish };
}

describe('the queue of documents', () => {
  it('publishes the newest work only', async () => {
    const { queue, document, published, finish } = setUp();
    queue.now(document);
    queue.now(document);
    await finish('old');
    await finish('new');
    queue.soon(document);
    await finish('after a change');
    expect(published).toEqual(['new', 'after a change']);
  });

  it.each([
    ['the text has changed', ({ document }: Setup) => document.replace('x', 2)],
    ['the document was dropped', ({ queue, document }: Setup) => queue.drop(document)],
    ['the document was closed', ({ document }: Setup) => void (document.isOpen = false)],
    ['it was closed itself', ({ queue }: Setup) => queue.close()],
  ])('publishes nothing when %s meanwhile', async (_name, act) => {
    const setup = setUp();
    setup.queue.now(setup.document);
    act(setup);
    await setup.finish('late');
    expect(setup.published).toEqual([]);
  });

  it('reports failures until it is closed', async () => {
    const { queue, document, errors, finish } = setUp();
    queue.now(document);
    await finish(new Error('first'));
    queue.now(document);
    queue.close();
    await finish(new Error('second'));
    expect(errors).toEqual([new Error('first')]);
  });
});
