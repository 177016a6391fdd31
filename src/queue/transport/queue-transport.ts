/**
 * All that coordinator and workers need of the server between them. There are two implementations, Redis and memory,
 * and one suite of tests for both. Names of keys are relative to the queue, whose name is in front of them.
 *
 * Calls fail with a `QueueLost` while the server is away; everything is state that is written again, so that callers
 * only have to go on.
 */
export interface QueueTransport {
  /** Whether the server responded the last time. */
  readonly isConnected: boolean;
  /** Calls the listener after a connection was lost or is there again, until the returned function is called. */
  onConnection(listener: (isConnected: boolean) => void): () => void;
  /** Tries to connect again every 250 ms instead of more and more rarely, until the returned function is called. */
  reconnectFast(): () => void;

  /** Every value has an expiry. */
  write(key: string, value: Uint8Array, expiryMs: number): Promise<void>;
  /** In the order of the keys; of a value that is longer than the limit, one byte more than it. */
  read(keys: readonly string[], maxBytes: number): Promise<(Buffer | undefined)[]>;
  remove(keys: readonly string[]): Promise<void>;
  /** Milliseconds until a key is gone; undefined without it. */
  expiryOf(key: string): Promise<number | undefined>;

  /** Takes a key, or keeps it: false if somebody else has it. */
  hold(key: string, owner: string, expiryMs: number): Promise<boolean>;
  /** Removes the keys that this owner holds. */
  release(keys: readonly string[], owner: string): Promise<void>;
  /** Takes the first `most` keys that nobody has and whose condition exists, or none if fewer than `least` are left. */
  claim(request: ClaimRequest): Promise<readonly number[]>;

  /** Members with the server's time at which they were last added. */
  mark(set: string, member: string): Promise<void>;
  marked(set: string): Promise<readonly Mark[]>;
  unmark(set: string, members: readonly string[]): Promise<void>;

  /** Reaches whoever listens now; nobody else hears of it. */
  publish(channel: string, message: Uint8Array): Promise<void>;
  /** Listens until the returned function is called, also to a server that is away now and comes back. */
  subscribe(channel: string, listener: (message: Buffer) => void): Promise<() => Promise<void>>;

  /** Adds to the end of a stream. */
  append(stream: string, message: Uint8Array, expiryMs: number): Promise<void>;
  /** The oldest messages, which are removed with the next call. */
  take(stream: string, previous: TakenMessages | undefined): Promise<TakenMessages>;

  /** Puts an id into a queue; it is taken once. Those with a rank are taken by it, the lowest first. */
  sendOrder(queue: string, id: string, rank?: number): Promise<void>;
  /** Takes ids from a queue, the next one when the listener has resolved, until the returned function is called. */
  takeOrders(queue: string, listener: (id: string) => Promise<void>): Promise<() => Promise<void>>;
  /** The ids that nobody has taken. */
  waitingOrders(queue: string): Promise<readonly string[]>;
  /** Removes all traces of a queue. */
  dropOrders(queue: string): Promise<void>;

  /** Milliseconds of the server's clock. */
  time(): Promise<number>;
  close(): Promise<void>;
}

export interface ClaimRequest {
  /** In the order in which they are wanted; `condition` is another key, without which one is not taken. */
  readonly candidates: readonly { readonly key: string; readonly condition: string }[];
  readonly owner: string;
  readonly least: number;
  readonly most: number;
  readonly expiryMs: number;
}

export interface Mark {
  readonly member: string;
  readonly at: number;
}

export interface TakenMessages {
  readonly messages: readonly Buffer[];
  readonly ids: readonly string[];
}

/** At most so many messages of a stream come at once. */
export const TAKE_COUNT = 200;

/** The server is away, or does not respond. */
export class QueueLost extends Error {
  override readonly name = 'QueueLost';
}
