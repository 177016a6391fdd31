import { describe, expect, it } from 'vitest';
import { readCookiePairs, readSetCookie } from './cookie-text.js';

describe('a Cookie header', () => {
  it('has a pair for each cookie, whose value may contain an equals sign', () => {
    expect(readCookiePairs('a=1; b=x=y;; flag')).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: 'x=y' },
      { name: 'flag', value: '' },
    ]);
  });
});

describe('a Set-Cookie header', () => {
  it('is read with its attributes in any case', () => {
    expect(
      readSetCookie(
        'session=abc==; PATH=/app; Domain=example.org; max-age=60; SameSite=Lax; Secure; httponly; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      ),
    ).toEqual({
      name: 'session',
      value: 'abc==',
      path: '/app',
      domain: 'example.org',
      maxAge: '60',
      sameSite: 'Lax',
      expires: 'Wed, 21 Oct 2026 07:28:00 GMT',
      secure: true,
      httpOnly: true,
    });
  });

  it('without attributes is a session cookie', () => {
    expect(readSetCookie('a=')).toEqual({ name: 'a', value: '', secure: false, httpOnly: false });
  });

  it('without a pair sets nothing', () => {
    expect(readSetCookie('nothing; Path=/')).toBeUndefined();
  });
});
