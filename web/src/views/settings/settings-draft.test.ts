import { describe, expect, it } from 'vitest';
import { changesOf, draftOf, problemsOf } from './settings-draft.js';

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
