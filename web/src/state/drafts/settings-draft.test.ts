import { describe, expect, it } from 'vitest';
import { changesOf, conflictsOf, draftOf, problemsOf, rebase } from './settings-draft.js';

const FOUND = { timeout: 15_000, retries: 0, headers: { Accept: 'a' }, parallel: true };

describe('a draft of the settings', () => {
  it('changes nothing by itself', () => {
    expect(changesOf(draftOf(FOUND), FOUND)).toEqual({});
    expect(changesOf(draftOf({}), {})).toEqual({});
    expect(problemsOf(draftOf(FOUND), FOUND)).toEqual({});
  });

  it('gives only what was changed, in its type', () => {
    const draft = { ...draftOf(FOUND), timeout: '200', parallel: false, headers: 'Accept: b\nX-A:  c ' };
    expect(changesOf(draft, FOUND)).toEqual({
      timeout: 200,
      parallel: false,
      headers: { Accept: 'b', 'X-A': 'c' },
    });
  });

  it.each(['', '0', '00'])('switches retries off with "%s"', (retries) => {
    const on = { ...FOUND, retries: 3 };
    expect(problemsOf({ ...draftOf(on), retries }, on)).toEqual({});
    expect(changesOf({ ...draftOf(on), retries }, on)).toEqual({ retries: null });
    expect(changesOf({ ...draftOf(FOUND), retries }, FOUND)).toEqual({});
    expect(changesOf({ ...draftOf(FOUND), retries: '2' }, FOUND)).toEqual({ retries: 2 });
  });

  it.each([
    ['timeout', '0'],
    ['timeout', '1.5'],
    ['retries', '101'],
    ['concurrency', 'many'],
    ['proxy', 'ftp://x'],
    ['headers', 'no colon'],
    ['defaultEnvironment', 'active'],
  ] as const)('has a problem with %s: %s', (name, text) => {
    expect(Object.keys(problemsOf({ ...draftOf(FOUND), [name]: text }, FOUND))).toEqual([name]);
  });
});

describe('a change of the file meanwhile', () => {
  const now = { ...FOUND, timeout: 500, retries: 2 };
  const draft = { ...draftOf(FOUND), timeout: '700', proxy: 'http://p' };

  it('is a conflict only where both have changed to something else', () => {
    expect(conflictsOf(draft, FOUND, now)).toEqual([{ name: 'timeout', theirs: '500' }]);
    expect(conflictsOf({ ...draft, timeout: '500' }, FOUND, now)).toEqual([]);
    expect(conflictsOf(draft, FOUND, FOUND)).toEqual([]);
  });

  it('comes into the form where nothing was typed', () => {
    const mine = rebase({ draft, base: FOUND }, now, 'mine');
    expect(changesOf(mine.draft, mine.base)).toEqual({ timeout: 700, proxy: 'http://p' });
    expect(mine.draft.retries).toBe('2');
    const theirs = rebase({ draft, base: FOUND }, now, 'theirs');
    expect(changesOf(theirs.draft, theirs.base)).toEqual({ proxy: 'http://p' });
  });
});
