interface Entry {
  readonly value: Buffer;
  readonly until: number;
}

interface Stream {
  readonly entries: { readonly id: string; readonly message: Buffer }[];
  until: number;
}

interface WaitingOrder {
  readonly id: string;
  /** The lowest is taken first. */
  readonly rank: number;
}

/** What a connection is told by the server. */
export interface MemoryListener {
  onServer(isConnected: boolean): void;
  onPublished(channel: string, message: Buffer): void;
  onOrder(queue: string): void;
}

/** The queue without Redis, for tests: they can take it away, empty it and move its clock. */
export class MemoryServer {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #streams = new Map<string, Stream>();
  readonly listeners = new Set<MemoryListener>();
  readonly sets = new Map<string, Map<string, number>>();
  readonly orders = new Map<string, WaitingOrder[]>();
  #appended = 0;
  isUp = true;

  /** `now`: milliseconds of the clock of the server. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Everything fails until `comeBack`. */
  goAway(): void {
    this.isUp = false;
    for (const listener of this.listeners) listener.onServer(false);
  }

  comeBack(): void {
    this.isUp = true;
    for (const listener of this.listeners) listener.onServer(true);
  }

  empty(): void {
    for (const content of [this.#entries, this.#streams, this.sets, this.orders]) content.clear();
  }

  /** Names of everything that has not expired. */
  keys(): string[] {
    const entries = [...this.#entries.keys()].filter((key) => this.get(key) !== undefined);
    return [...entries, ...this.#streams.keys()].sort();
  }

  time(): number {
    return this.#now();
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.until > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: Uint8Array, expiryMs: number): void {
    this.#entries.set(key, { value: Buffer.from(value), until: this.#now() + expiryMs });
  }

  delete(key: string): void {
    this.#entries.delete(key);
    this.#streams.delete(key);
  }

  /** An absent one is added by the first message. */
  stream(key: string): Stream {
    const stream = this.#streams.get(key);
    return stream !== undefined && stream.until > this.#now() ? stream : { entries: [], until: 0 };
  }

  append(key: string, message: Buffer, expiryMs: number): void {
    const stream = this.stream(key);
    stream.entries.push({ id: String((this.#appended += 1)), message });
    stream.until = this.#now() + expiryMs;
    this.#streams.set(key, stream);
  }

  publish(channel: string, message: Buffer): void {
    for (const listener of this.listeners) listener.onPublished(channel, message);
  }

  wakeTakers(queue: string): void {
    for (const listener of this.listeners) listener.onOrder(queue);
  }
}
