import { describe, expect, it, vi } from 'vitest';
import { MAX_ITEMS, StateFull, StateStore, type NewItem } from './state-store.js';

const item = (overrides: Partial<NewItem> = {}): NewItem => ({
  collection: '/orders',
  parent: undefined,
  firstId: 7,
  isShaped: false,
  value: (id) => ({ value: { id } }),
  ...overrides,
});

describe('a collection', () => {
  it('counts ids up and never gives one again', () => {
    const store = new StateStore();
    expect(store.add(item()).id).toBe(7);
    expect(store.add(item()).id).toBe(8);
    store.remove({ collection: '/orders', id: '8' });
    expect(store.add(item()).id).toBe(9);
    expect(store.list('/orders').map(({ id }) => id)).toEqual([7, 9]);
  });

  it('keeps integers exact', () => {
    const store = new StateStore();
    expect(store.add(item({ firstId: 2 ** 53 - 1 })).id).toBe(2 ** 53 - 1);
    expect(store.add(item({ firstId: 2 ** 53 - 1 })).id).toBe(2n ** 53n);
  });

  it('uses the ids of responses that have one of their own each time', () => {
    const store = new StateStore();
    expect(['a', 'b', 'a'].map((firstId) => store.add(item({ firstId })).id)).toEqual(['a', 'b', 'a-2']);
  });

  it('goes on behind what was loaded', () => {
    const store = new StateStore();
    store.load('/orders', [{ id: 30, value: {} }]);
    expect(store.add(item()).id).toBe(31);
  });

  it('keeps so many items', () => {
    const store = new StateStore();
    for (let count = 0; count < MAX_ITEMS; count++) store.add(item());
    expect(() => store.add(item())).toThrow(
      new StateFull('/orders has 10000 items, and the mock server keeps no more'),
    );
    store.remove({ collection: '/orders', id: '7' });
    expect(store.add(item()).id).toBe(7 + MAX_ITEMS);
  });

  it('takes no more memory than all may', () => {
    const store = new StateStore();
    const value = () => ({ value: 'x'.repeat(9 * 1024 * 1024) });
    for (let count = 0; count < 7; count++) store.add(item({ value }));
    expect(() => store.add(item({ value }))).toThrow('the mock server keeps at most 64 MiB');
    expect(store.list('/orders')).toHaveLength(7);
    store.replace({ collection: '/orders', id: '7' }, { value: 1 });
    expect(store.add(item({ value })).id).toBeGreaterThan(13);
  });
});

describe('what belongs to an item', () => {
  it('ends with it', () => {
    const changed = vi.fn();
    const store = new StateStore(changed);
    store.add(item());
    const parent = { collection: '/orders', id: '7' };
    store.add(item({ collection: '/orders/7/lines', parent, firstId: 1 }));
    const line = { collection: '/orders/7/lines', id: '1' };
    store.add(item({ collection: '/orders/7/lines/1/notes', parent: line, firstId: 1 }));
    store.remove(parent);
    expect(store.all()).toEqual([]);
    expect(changed).toHaveBeenCalledTimes(4);
  });

  it('ends with it after loading, too', () => {
    const store = new StateStore();
    store.load('/a%20b', [{ id: 'c/d', value: 1 }]);
    store.load('/a%20b/c%2Fd/e', [{ id: 1, value: 2 }]);
    store.remove({ collection: '/a%20b', id: 'c/d' });
    expect(store.all()).toEqual([]);
  });
});
