import { beforeEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
let entries: string[] = [];

beforeEach(() => {
  stored.clear();
  entries = ['/'];
  vi.resetModules();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('window', {
    location: { pathname: '/', search: '' },
    history: {
      pushState: (_: unknown, __: string, address: string) => entries.push(address),
      replaceState: (_: unknown, __: string, address: string) => entries.splice(-1, 1, address),
    },
  });
});

describe('the address', () => {
  it('names file, line, request and tab, whatever characters they have', async () => {
    const { readRoute, resultAddress } = await import('../route.js');
    const place = { file: 'a b/ü?.http', line: 7, request: 'GET {{x}}/a&b=1', tab: 'headers' };
    expect(readRoute(resultAddress(place))).toEqual({ view: 'workspace', ...place });
    expect(readRoute('/files/%E0%A4%A')).toMatchObject({ view: 'workspace', file: '%E0%A4%A' });
    expect(readRoute('/history/12?against=x')).toEqual({ view: 'history', run: 12, against: 0 });
  });

  it('is a new step for another file or view, but not for a choice within a file', async () => {
    const { navigate, showRequest, visits } = await import('../route.js');
    navigate('/files/a.http');
    navigate('/files/a.http?line=3');
    showRequest('one', 'headers');
    navigate('/files/b.http');
    navigate('/history');
    navigate('/history');
    expect(entries).toEqual(['/', '/files/a.http?request=one&tab=headers', '/files/b.http', '/history']);
    expect(visits.value).toBe(5);
  });
});

describe('the last place', () => {
  it('of a view and of a file is where it was left', async () => {
    const { navigate, showRequest } = await import('../route.js');
    const { followPlaces, forgetAddressOf, lastAddressIn, lastAddressOf } = await import('./last-places.js');
    followPlaces();
    expect(lastAddressIn('history')).toBe('/history');
    navigate('/files/a.http?line=9');
    showRequest('one', 'headers');
    navigate('/files/b.http');
    navigate('/history/4');
    navigate('/settings');
    expect(lastAddressIn('workspace')).toBe('/files/b.http');
    expect(lastAddressIn('history')).toBe('/history/4');
    expect(lastAddressOf('a.http')).toBe('/files/a.http?request=one&tab=headers');
    expect(lastAddressOf('c.http')).toBe('/files/c.http');
    forgetAddressOf('b.http');
    expect(lastAddressIn('workspace')).toBe('/');

    // After a reload.
    vi.resetModules();
    const again = await import('./last-places.js');
    expect(again.lastAddressIn('history')).toBe('/history/4');
  });

  it('loses its line when the cursor leaves that line, not before it has reached it', async () => {
    const { address, navigate } = await import('../route.js');
    const { followPlaces } = await import('./last-places.js');
    const { moveCursor } = await import('../cursor.js');
    followPlaces();
    navigate('/files/a.http?line=9');
    moveCursor('a.http', 1);
    expect(address.value).toBe('/files/a.http?line=9');
    moveCursor('a.http', 9);
    moveCursor('a.http', 10);
    expect(address.value).toBe('/files/a.http');
  });
});
