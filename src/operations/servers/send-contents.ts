/**
 * The main thread of a server reads all files once, to notice later whether they change. It sends their contents to the
 * thread that lists the files, which counts their requests meanwhile and need not read them again.
 */
import {
  ContentPacker,
  type ContentReceiver,
  type PackedContents,
} from '../../workspace/files/packed-contents.js';
import type { FileContent } from '../../workspace/files/read-request-file.js';
import { LISTING_THREAD, type Engine } from '../engine/engine.js';

/** Starts the thread if it does not run yet. If the thread ends, files that it has not received are read when needed. */
export function sendContents(engine: Pick<Engine, 'call'>, root: string): ContentReceiver {
  return new ContentSender(engine, root);
}

const MAX_BATCH_FILES = 128;
const MAX_BATCH_BYTES = 65_536;
/** The memory that contents may take on their way. */
const MAX_UNREAD_BYTES = 4_194_304;

class ContentSender implements ContentReceiver {
  readonly #packer: ContentPacker;
  #send: (batch: PackedContents | null) => void = () => undefined;
  #unreadBytes = 0;
  #hasEnded = false;
  #isReceived = false;
  #caughtUp: Promise<void> | undefined;
  #onCaughtUp: () => void = () => undefined;

  constructor(engine: Pick<Engine, 'call'>, root: string) {
    this.#packer = new ContentPacker(root);
    const received = engine.call('countContents', null, {
      ...LISTING_THREAD,
      onStart: (send) => this.#start(send),
      onEvent: (bytes) => this.#noteRead(bytes),
    });
    void received
      .catch(() => undefined)
      .then(() => {
        this.#isReceived = true;
        this.#noteRead(Infinity);
      });
  }

  add(content: FileContent): Promise<void> | undefined {
    if (this.#isReceived) return undefined;
    this.#packer.add(content);
    const { count, byteLength } = this.#packer;
    if (count >= MAX_BATCH_FILES || byteLength >= MAX_BATCH_BYTES) this.#flush();
    if (this.#unreadBytes < MAX_UNREAD_BYTES) return undefined;
    this.#caughtUp ??= new Promise((resolve) => (this.#onCaughtUp = resolve));
    return this.#caughtUp;
  }

  end(): void {
    this.#hasEnded = true;
    this.#flush();
    this.#send(null);
  }

  /** Called once more if the first thread has ended and the call is repeated in another one. */
  #start(send: (batch: PackedContents | null) => void): void {
    this.#send = send;
    this.#noteRead(Infinity);
    if (this.#hasEnded) send(null);
  }

  #flush(): void {
    if (this.#packer.count === 0) return;
    this.#unreadBytes += this.#packer.byteLength;
    this.#send(this.#packer.take());
  }

  #noteRead(bytes: number): void {
    this.#unreadBytes = Math.max(0, this.#unreadBytes - bytes);
    if (this.#unreadBytes >= MAX_UNREAD_BYTES) return;
    this.#caughtUp = undefined;
    this.#onCaughtUp();
  }
}
