import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { readCarriedToken, writeCarriedToken } from '../auth/carried-token.js';
import { carriedName } from '../auth/person-token.js';
import type { TokenGrant } from '../auth/token-request.js';

const VARIABLE = 'SVC_OAUTH_09b93326';

describe('the variable of a token', () => {
  const grant: TokenGrant = {
    grant: 'device_code',
    personUrl: 'https://login.test/device',
    tokenUrl: 'https://login.test/token',
    clientId: 'app',
    clientSecret: '',
    username: '',
    password: '',
    scopes: ['read', 'write'],
  };

  it('is named by grant, token URL, client and scopes', () => {
    expect(carriedName(grant)).toBe(VARIABLE);
    expect(carriedName({ ...grant, scopes: ['write', 'read'], personUrl: '', clientSecret: 'x' })).toBe(
      VARIABLE,
    );
    const others = [
      { ...grant, grant: 'authorization_code' as const },
      { ...grant, tokenUrl: 'https://login.test/other' },
      { ...grant, clientId: 'other' },
      { ...grant, scopes: ['read'] },
    ].map(carriedName);
    expect(new Set([VARIABLE, ...others]).size).toBe(5);
    for (const name of others) expect(name).toMatch(/^SVC_OAUTH_[0-9a-f]{8}$/);
  });

  it('holds a token without a character that a shell would interpret', () => {
    const token = { accessToken: `a'"$\`\\ \n`, refreshToken: 'ü', usableUntil: 60_500 };
    const clocks = { wallClock: () => 1_000_000, clock: new ManualClock(500) };
    const text = writeCarriedToken(token, clocks);
    expect(text).toMatch(/^[\w-]+$/);
    expect(readCarriedToken(text)).toEqual({
      accessToken: `a'"$\`\\ \n`,
      refreshToken: 'ü',
      usableUntil: 1_060_000,
    });
  });

  it.each(['', 'x', 'bnVsbA', 'W10', 'eyJhY2Nlc3MiOjF9', 'a'.repeat(300_000), 'not base64!'])(
    'does not hold %.20j',
    (text) => expect(readCarriedToken(text)).toBeUndefined(),
  );
});
