import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('window', { location: { pathname: '/', search: '' } });
});

test.each([
  ['/', 'shop · svc'],
  ['/files/a/orders.http?request=x', 'orders.http · shop · svc'],
  ['/history/7', 'Run 7 · History · shop · svc'],
  ['/environments/dev', 'dev · Environments · shop · svc'],
  ['/export', 'Export · shop · svc'],
  ['/mock', 'Mock · shop · svc'],
])('%s', async (address, title) => {
  const { titleOf } = await import('./page-title.js');
  const { readRoute } = await import('../route.js');
  expect(titleOf(readRoute(address), { isUnsaved: false, folder: 'shop' })).toBe(title);
  expect(titleOf(readRoute(address), { isUnsaved: true, folder: 'shop' })).toBe(`● ${title}`);
});
