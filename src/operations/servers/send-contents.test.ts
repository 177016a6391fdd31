import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesSettled } from '../../../test/support/files/settled-files.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { CallMessages } from '../../primitives/threads/call-messages.js';
import { FileIndex } from '../../workspace/files/file-index.js';
import type { ContentReceiver, PackedContents } from '../../workspace/files/packed-contents.js';
import type { FileContent } from '../../workspace/files/read-request-file.js';
import { walkWorkspace } from '../../workspace/files/walk-workspace.js';
import type { Engine, EngineCallOptions } from '../engine/engine.js';
import { receiveContents } from '../files/receive-contents.js';
import { sendContents } from './send-contents.js';

const GET = 'GET http://localhost/\n';
const ROOT = process.platform === 'win32' ? 'C:\\ws' : '/ws';

type Options = EngineCallOptions<'countContents'>;
type Perform = (batches: AsyncIterable<PackedContents>) => Promise<void>;

/** Copies messages as threads do. The first attempts end as soon as they have received something. */
function engineOf(perform: Perform, lostAttempts = 0): Pick<Engine, 'call'> {
  const attempt = async ({ onStart, onEvent }: Options): Promise<null> => {
    const messages = new CallMessages<PackedContents | null>();
    onStart?.((message) => messages.add(structuredClone(message)), 1);
    const emit = (bytes: number): unknown => setImmediate(() => onEvent?.(bytes));
    await perform(receiveContents({ onMessage: (listener) => messages.listen(listener), emit }));
    return null;
  };
  const lose = ({ onStart }: Options): Promise<void> =>
    new Promise((resolve) => onStart?.(() => resolve(), 1));
  const call = async (_operation: string, _input: unknown, options: Options): Promise<null> => {
    for (let left = lostAttempts; left > 0; left -= 1) await lose(options);
    return attempt(options);
  };
  return { call } as never;
}

async function workspace(): Promise<string> {
  const names = Array.from({ length: 300 }, (_, index) => [`f${index}.http`, GET.repeat(1 + (index % 2))]);
  const root = await temporaryWorkspace(Object.fromEntries(names) as Record<string, string>);
  await filesSettled(root);
  return root;
}

async function readInto(receiver: ContentReceiver, root: string): Promise<void> {
  const reader = new FileIndex(root, () => undefined);
  for (const file of (await walkWorkspace(root)).files) await reader.fingerprint(file, receiver);
  receiver.end();
}

function contentOf(bytes: number): FileContent {
  const version = { dev: 1, ino: 2, size: bytes, mtimeMs: 3, ctimeMs: 4 };
  const real = join(ROOT, 'a.http');
  return { path: 'a.http', real, version, isSettled: true, hash: 'h', bytes: Buffer.alloc(bytes) };
}

async function knownOf(index: FileIndex, root: string): Promise<number> {
  const { files } = await walkWorkspace(root);
  return files.filter((file) => index.cachedHash(file) !== undefined).length;
}

describe('sendContents', () => {
  it('makes the other thread list files without reading them', async () => {
    const root = await workspace();
    const index = new FileIndex(root, () => undefined);
    await readInto(
      sendContents(
        engineOf((batches) => index.countContents(batches)),
        root,
      ),
      root,
    );
    const { files } = await index.list();
    expect(await knownOf(index, root)).toBe(300);
    expect(files).toEqual((await new FileIndex(root, () => undefined).list()).files);
  });

  it('sends the rest to the next thread when one ends, and never lets it wait for more', async () => {
    const root = await workspace();
    for (const lost of [1, 2]) {
      const index = new FileIndex(root, () => undefined);
      await readInto(
        sendContents(
          engineOf((batches) => index.countContents(batches), lost),
          root,
        ),
        root,
      );
      expect((await index.list()).files).toHaveLength(300);
    }
    const late = new FileIndex(root, () => undefined);
    const engine = engineOf((batches) => late.countContents(batches), 1);
    sendContents(engine, root).end();
    await new Promise((resolve) => void setImmediate(resolve));
    expect((await late.list()).files).toHaveLength(300);
  });

  it('waits while too much is on its way', async () => {
    const taken: number[] = [];
    let proceed = (): void => undefined;
    const mayProceed = new Promise<void>((resolve) => (proceed = resolve));
    const engine = engineOf(async (batches) => {
      await mayProceed;
      for await (const { bytes } of batches) taken.push(bytes.length);
    });
    const receiver = sendContents(engine, ROOT);
    const pending: unknown[] = [];
    for (let sent = 0; sent < 5 && pending.length === 0; sent += 1) {
      const wait = receiver.add(contentOf(1_048_576));
      if (wait) pending.push(wait);
      else expect(sent).toBeLessThan(3);
    }
    expect(pending).toHaveLength(1);
    proceed();
    await Promise.all(pending);
    expect(taken.length).toBeGreaterThan(0);
    expect(receiver.add(contentOf(1))).toBeUndefined();
  });

  it('does not wait for a thread that failed', async () => {
    const engine = engineOf(() => Promise.reject(new Error('gone')));
    const receiver = sendContents(engine, ROOT);
    for (let sent = 0; sent < 10; sent += 1) await receiver.add(contentOf(1_048_576));
    receiver.end();
  });
});
