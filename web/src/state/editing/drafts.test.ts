import { beforeAll, expect, it, vi } from 'vitest';
import type { OpenDocument } from '../documents.js';

/** The stores read the browser when they are loaded. */
beforeAll(() => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const location = { pathname: '/', search: '', hash: '' };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', { location, history: {}, addEventListener: () => undefined });
});

const document = (path: string, changes: Partial<OpenDocument>): OpenDocument => ({
  path,
  state: 'ready',
  text: 'same',
  stored: 'same',
  etag: '"1"',
  version: 1,
  conflict: 'none',
  problem: '',
  ...changes,
});

it('keeps unsaved texts, and those of files that are not loaded yet', async () => {
  const { collectDrafts } = await import('./drafts.js');
  const waiting = { text: 'c', stored: 'b', etag: '"9"' };
  const drafts = collectDrafts(
    [
      document('clean.http', {}),
      document('edited.http', { text: 'mine' }),
      document('loading.http', { state: 'loading' }),
    ],
    new Map([
      ['loading.http', waiting],
      ['closed.http', waiting],
    ]),
  );
  expect(drafts).toEqual({
    'edited.http': { text: 'mine', stored: 'same', etag: '"1"' },
    'loading.http': waiting,
  });
});

it('keeps no more than the storage of a tab can take', async () => {
  const { collectDrafts, MAX_DRAFT_CHARACTERS } = await import('./drafts.js');
  const large = 'x'.repeat(MAX_DRAFT_CHARACTERS / 2);
  const drafts = collectDrafts(
    ['a.http', 'b.http'].map((path) => document(path, { text: large })),
    new Map(),
  );
  expect(Object.keys(drafts)).toEqual(['a.http']);
});
