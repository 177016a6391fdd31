import { describe, expect, it } from 'vitest';
import { SecretTokens, withSecretTokens } from './secret-tokens.js';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const header = (value: string, key = 'Authorization') => ({ key, value });

describe('tokens in plain text', () => {
  it.each([
    ['Bearer abcdefgh', [], 'bearer', 'abcdefgh'],
    ['Token abcdefgh', ['Token {{r_token}}'], undefined, 'abcdefgh'],
    ['Basic dXNlcjpwYXNz', ['Basic {{r_token}}'], undefined, 'dXNlcjpwYXNz'],
    [JWT, ['{{r_token}}'], undefined, JWT],
  ])('%s becomes a secret', (value, headers, auth, secret) => {
    const tokens = new SecretTokens([]);
    const read = tokens.readHeaders([header(value)], undefined, 'r');
    expect(read.headers.map((each) => each.value)).toEqual(headers);
    expect(read.auth?.type).toBe(auth);
    expect(tokens.variables).toEqual([{ name: 'r_token', value: secret, line: 0, secret: true }]);
  });

  it.each(['Bearer {{token}}', 'Bearer short', 'Digest a="b", c="d"', ''])('%j stays', (value) => {
    const tokens = new SecretTokens([]);
    expect(tokens.readHeaders([header(value)], undefined, 'r')).toEqual({
      headers: [header(value)],
      auth: undefined,
    });
    expect(tokens.variables).toEqual([]);
  });

  it('share a variable, and take no name that exists', () => {
    const tokens = new SecretTokens(['r_token']);
    const auth = { type: 'bearer', params: ['abcdefgh'] } as const;
    expect(tokens.withoutToken(auth, 'r')?.params).toEqual(['{{r_token_2}}']);
    expect(tokens.withoutToken(auth, 's')?.params).toEqual(['{{r_token_2}}']);
    const key = { type: 'apiKey', params: ['X-Key', 'abcdefghi'] } as const;
    expect(tokens.withoutToken(key, 's')?.params).toEqual(['X-Key', '{{s_token}}']);
    const basic = { type: 'basic', params: ['abcdefgh', 'abcdefgh'] } as const;
    expect(tokens.withoutToken(basic, 's')).toBe(basic);
  });

  it('are found in other headers and in variables when they are JSON web tokens', () => {
    const tokens = new SecretTokens([]);
    const read = tokens.readHeaders([header(`jwt ${JWT};v=1`, 'X-Auth')], undefined, 'r');
    expect(read.headers).toEqual([header('jwt {{r_token}};v=1', 'X-Auth')]);
    expect(
      withSecretTokens([
        { name: 'a', value: JWT },
        { name: 'b', value: 'plain' },
      ]),
    ).toEqual([
      { name: 'a', value: JWT, secret: true },
      { name: 'b', value: 'plain' },
    ]);
  });
});
