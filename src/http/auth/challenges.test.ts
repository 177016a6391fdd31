import { describe, expect, it } from 'vitest';
import { parseChallenges } from './challenges.js';

function read(...values: string[]): unknown {
  return parseChallenges(values).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
}

describe('challenges', () => {
  it.each([
    ['Basic realm="a"', [['basic', { realm: 'a' }]]],
    ['DIGEST Realm=a, NONCE="n"', [['digest', { realm: 'a', nonce: 'n' }]]],
    ['Digest realm="a, b=\\"c\\" \\\\", nonce="n"', [['digest', { realm: 'a, b="c" \\', nonce: 'n' }]]],
    ['Digest qop="auth,auth-int" , nonce = "n"', [['digest', { qop: 'auth,auth-int', nonce: 'n' }]]],
    [
      'Basic realm="x, Digest nonce=y", Digest nonce="z", Bearer',
      [
        ['basic', { realm: 'x, Digest nonce=y' }],
        ['digest', { nonce: 'z' }],
        ['bearer', {}],
      ],
    ],
    [
      'Negotiate, NTLM TlRMTVNTUAAC==, Digest nonce="n"',
      [
        ['negotiate', {}],
        ['ntlm', {}],
        ['digest', { nonce: 'n' }],
      ],
    ],
    [', ,Digest nonce="n",,realm="r",', [['digest', { nonce: 'n', realm: 'r' }]]],
    [
      'Digest nonce="n", stale',
      [
        ['digest', { nonce: 'n' }],
        ['stale', {}],
      ],
    ],
    ['Digest realm="", nonce=""', [['digest', { realm: '', nonce: '' }]]],
    ['Digest nonce="never closed', [['digest', { nonce: 'never closed' }]]],
    ['Digest nonce="1", nonce="2"', [['digest', { nonce: '1' }]]],
    ['Digest nonce=a=b', [['digest', { nonce: 'a=b' }]]],
    ['Digest realm="Grüße, 世界", nonce=n', [['digest', { realm: 'Grüße, 世界', nonce: 'n' }]]],
    ['"", Digest\tnonce=n', [['digest', { nonce: 'n' }]]],
    ['', []],
  ])('%j', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it('of several headers stay apart', () => {
    expect(read('Digest nonce="1"', 'realm="lost"', 'Digest nonce="2"')).toEqual([
      ['digest', { nonce: '1' }],
      ['digest', { nonce: '2' }],
    ]);
  });
});
