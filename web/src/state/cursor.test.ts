import { beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

const place = (head: number): { anchor: number; head: number; top: number; hiddenPixels: number } => ({
  anchor: head,
  head,
  top: 0,
  hiddenPixels: 0,
});

test('the place of a file survives a reload of the page', async () => {
  const before = await import('./cursor.js');
  before.keepPlace('a.http', place(7));
  vi.resetModules();
  const after = await import('./cursor.js');
  expect(after.placeIn('a.http')).toEqual(place(7));
  expect(after.placeIn('b.http')).toBeUndefined();
});

test('only the hundred files used last are kept', async () => {
  const { keepPlace, placeIn } = await import('./cursor.js');
  for (let index = 0; index < 100; index++) keepPlace(`${index}.http`, place(index));
  keepPlace('0.http', place(0));
  keepPlace('new.http', place(1));
  expect(placeIn('0.http')).toEqual(place(0));
  expect(placeIn('1.http')).toBeUndefined();
  expect((JSON.parse(kept.get('svc.places') ?? '[]') as unknown[]).length).toBe(100);
});

test('places that another version has stored are left out', async () => {
  kept.set('svc.places', JSON.stringify([['a.http', { line: 3 }], ['b.http', place(2)], 'c']));
  const { placeIn } = await import('./cursor.js');
  expect(placeIn('a.http')).toBeUndefined();
  expect(placeIn('b.http')).toEqual(place(2));
});

test('leaving a file clears the cursor, unless another file has taken it', async () => {
  const { cursor, leaveFile, moveCursor } = await import('./cursor.js');
  moveCursor('a.http', 3);
  expect(cursor.value).toEqual({ file: 'a.http', line: 3 });
  moveCursor('b.http', 1);
  leaveFile('a.http');
  expect(cursor.value).toEqual({ file: 'b.http', line: 1 });
  leaveFile('b.http');
  expect(cursor.value).toEqual({ file: '', line: 0 });
});
