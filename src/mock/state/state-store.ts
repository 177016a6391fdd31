/** What clients have sent to a stateful mock server: collections of values by their path. Changes are synchronous. */
import { toJson } from '../../evaluation/values/json.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { countedId, type StateId } from './next-id.js';

export interface StoredValue {
  /** JSON, or the text of another type. */
  readonly value: unknown;
  /** Of a value that is not JSON. */
  readonly contentType?: string;
  /** The text stands for bytes that are no UTF-8. */
  readonly encoding?: 'base64';
}

export interface StoredItem extends StoredValue {
  readonly id: StateId;
}

/** An item and where its children are: those of `/orders/7` in `/orders/7/lines`. */
export interface ItemPlace {
  readonly collection: string;
  readonly id: string;
}

export const MAX_ITEMS = 10_000;
export const MAX_STATE_BYTES = 64 * 1024 * 1024;
/** What an item needs in memory beside its value, so that tiny ones are bounded too. */
const ITEM_BYTES = 200;

/** The reason why something is not kept, for the client. */
export class StateFull extends Error {}

interface KeptItem {
  readonly item: StoredItem;
  readonly bytes: number;
  /** The collections below it, which end with it. */
  readonly children: Set<string>;
}

class Collection {
  readonly items = new Map<string, KeptItem>();
  /** Integers are never given again, also when the greatest was removed. */
  greatest: bigint | undefined;
  /** The text that is counted up, and how often it was. */
  first: StateId | undefined;
  count = 0;
}

export interface NewItem {
  readonly collection: string;
  readonly parent: ItemPlace | undefined;
  /** The id of the route's own response. */
  readonly firstId: StateId;
  readonly isShaped: boolean;
  readonly value: (id: StateId) => StoredValue;
}

export class StateStore {
  readonly #collections = new Map<string, Collection>();
  readonly #onChange: () => void;
  #bytes = 0;

  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  get({ collection, id }: ItemPlace): StoredItem | undefined {
    return this.#collections.get(collection)?.items.get(id)?.item;
  }

  list(collection: string): readonly StoredItem[] {
    return [...(this.#collections.get(collection)?.items.values() ?? [])].map(({ item }) => item);
  }

  /** Throws StateFull. */
  add({ collection: path, parent, firstId, isShaped, value }: NewItem): StoredItem {
    const kept = this.#collections.get(path);
    const collection = kept ?? new Collection();
    if (collection.items.size >= MAX_ITEMS)
      throw new StateFull(`${path} has ${formatCount(MAX_ITEMS, 'item')}, and the mock server keeps no more`);
    const id = nextId(collection, firstId, isShaped);
    const item = { id, ...value(id) };
    this.#keep(collection, item, new Set());
    if (kept === undefined) this.#collections.set(path, collection);
    if (parent) this.#collections.get(parent.collection)?.items.get(parent.id)?.children.add(path);
    this.#onChange();
    return item;
  }

  /** Replaces the value of an item that exists. Throws StateFull. */
  replace({ collection: path, id }: ItemPlace, value: StoredValue): StoredItem {
    const collection = this.#collections.get(path);
    const old = collection?.items.get(id);
    if (collection === undefined || old === undefined) throw new RangeError(`no item ${id} in ${path}`);
    const item = { id: old.item.id, ...value };
    this.#keep(collection, item, old.children, old.bytes);
    this.#onChange();
    return item;
  }

  /** Removes an item and everything below it. */
  remove({ collection, id }: ItemPlace): void {
    const items = this.#collections.get(collection)?.items;
    const removed = items?.get(id);
    if (removed === undefined) return;
    items?.delete(id);
    this.#bytes -= removed.bytes;
    const below = [...removed.children];
    for (let path = below.pop(); path !== undefined; path = below.pop()) {
      for (const { bytes, children } of this.#collections.get(path)?.items.values() ?? []) {
        this.#bytes -= bytes;
        below.push(...children);
      }
      this.#collections.delete(path);
    }
    this.#onChange();
  }

  reset(): void {
    this.#collections.clear();
    this.#bytes = 0;
    this.#onChange();
  }

  /** All collections that have items, in the order of their paths. */
  all(): readonly (readonly [path: string, items: readonly StoredItem[]])[] {
    return [...this.#collections.keys()]
      .toSorted()
      .map((path) => [path, this.list(path)] as const)
      .filter(([, items]) => items.length > 0);
  }

  /** Adds items with the ids that they had. Throws StateFull. */
  load(path: string, items: readonly StoredItem[]): void {
    if (items.length > MAX_ITEMS)
      throw new StateFull(`${path} has more than ${formatCount(MAX_ITEMS, 'item')}`);
    const collection = getOrAdd(this.#collections, path, () => new Collection());
    for (const item of items) {
      this.#keep(collection, item, new Set());
      noteInteger(collection, item.id);
    }
    const parent = parentOf(path);
    this.#collections.get(parent.collection)?.items.get(parent.id)?.children.add(path);
  }

  #keep(collection: Collection, item: StoredItem, children: Set<string>, oldBytes = 0): void {
    const bytes = Buffer.byteLength(toJson(item)) + ITEM_BYTES;
    if (this.#bytes + bytes - oldBytes > MAX_STATE_BYTES)
      throw new StateFull(
        `the mock server keeps at most ${MAX_STATE_BYTES / 1024 / 1024} MiB of what it receives`,
      );
    collection.items.set(String(item.id), { item, bytes, children });
    this.#bytes += bytes - oldBytes;
  }
}

function nextId(collection: Collection, first: StateId, isShaped: boolean): StateId {
  const { greatest, items } = collection;
  if (typeof first !== 'string') {
    const id = greatest === undefined || greatest < BigInt(first) ? BigInt(first) : greatest + 1n;
    collection.greatest = id;
    return id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : id;
  }
  if (collection.first !== first) {
    collection.first = first;
    collection.count = 0;
  }
  for (;;) {
    const id = countedId(first, collection.count, isShaped);
    collection.count += 1;
    if (!items.has(id)) return id;
  }
}

function noteInteger(collection: Collection, id: StateId): void {
  if (typeof id === 'string') return;
  if (collection.greatest === undefined || collection.greatest < id) collection.greatest = BigInt(id);
}

/** `/orders/7` of `/orders/7/lines`: names between slashes are encoded, so that they have none themselves. */
function parentOf(path: string): ItemPlace {
  const item = path.slice(0, path.lastIndexOf('/'));
  const slash = item.lastIndexOf('/');
  return { collection: item.slice(0, slash), id: decodeURIComponent(item.slice(slash + 1)) };
}
