import { describe, expect, it } from 'vitest';
import { isSettled, sameVersion } from './file-version.js';

const version = { dev: 1, ino: 2, size: 3, mtimeMs: 1000, ctimeMs: 1000 };

describe('file versions', () => {
  it.each(['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const)('differ when %s does', (key) => {
    expect(sameVersion(version, { ...version })).toBe(true);
    expect(sameVersion(version, { ...version, [key]: 99 })).toBe(false);
  });

  it('vouch for the content only when the clock has moved on since', () => {
    expect(isSettled(version, 1010)).toBe(false);
    expect(isSettled(version, 1100)).toBe(true);
    expect(isSettled({ ...version, ctimeMs: 1090 }, 1100)).toBe(false);
    // A clock of another machine that is ahead of ours.
    expect(isSettled({ ...version, mtimeMs: 9000 }, 1100)).toBe(true);
  });
});
