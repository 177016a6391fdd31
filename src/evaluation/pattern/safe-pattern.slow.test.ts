import { describe, expect, it } from 'vitest';
import { LimitExceeded } from '../bounded/limits.js';
import { compilePattern, firstGroup, testPattern } from './safe-pattern.js';

describe('hostile patterns', () => {
  it('are stopped after a second otherwise, one after the other, and the next pattern runs', async () => {
    // With an `x` behind it, newer engines see that the first cannot match and do not even begin.
    const bombs = ['(?=(a+)+$)a', '(?<=b(a+)+)!', '(a+)+\\1$'].map((source) =>
      Promise.resolve(testPattern(compilePattern(source, ''), `${'a'.repeat(60)}!`)),
    );
    const results = await Promise.allSettled(bombs);
    for (const result of results) {
      expect(result.status === 'rejected' && result.reason instanceof LimitExceeded).toBe(true);
    }
    expect(await testPattern(compilePattern('(?:a(?=b))+', ''), 'xab')).toBe(true);
    // Too long for the linear engine to hold up everything else.
    expect(await testPattern(compilePattern('[a-z]+!$', ''), `${'a '.repeat(200_000)}a!`)).toBe(true);
    expect(await firstGroup(compilePattern('(?:(a)|b)+', ''), 'ab')).toBeUndefined();
  });
});
