import { describe, expect, it } from 'vitest';
import { digestAuthorization, strongestChallenge, type DigestInput } from './digest-response.js';

function answer(challenge: string | string[], input: Partial<DigestInput>): string {
  const chosen = strongestChallenge([challenge].flat());
  if (chosen === undefined) throw new Error('no usable challenge');
  const usual = {
    username: 'u',
    password: 'p',
    method: 'GET',
    uri: '/',
    cnonce: 'c',
    count: 1,
    bodyHash: '',
  };
  return digestAuthorization(chosen, { ...usual, ...input });
}

describe('published answers', () => {
  const rfc7616 = (algorithm: string): string =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
  const mufasa = {
    username: 'Mufasa',
    password: 'Circle of Life',
    uri: '/dir/index.html',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  };

  it('RFC 7616 section 3.9.1, MD5', () => {
    expect(answer(rfc7616('MD5'), mufasa)).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", ' +
        'response="8ca523f5e9506fed4657c9700eebdbec", algorithm=MD5, ' +
        'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", ' +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001',
    );
  });

  it('RFC 7616 section 3.9.1, SHA-256 chosen of both', () => {
    const both = [rfc7616('MD5'), rfc7616('SHA-256')];
    for (const challenges of [both, both.toReversed(), [both.join(', ')]]) {
      expect(answer(challenges, mufasa)).toContain(
        'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", algorithm=SHA-256',
      );
    }
  });

  it('RFC 7616 section 3.9.2, SHA-512-256 with a hashed user name (as corrected by erratum 4897)', () => {
    const challenge =
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, ' +
      'nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", ' +
      'opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true';
    const header = answer(challenge, {
      username: 'J\u00e4s\u00f8n Doe',
      password: 'Secret, or not?',
      uri: '/doe.json',
      cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
    });
    expect(header).toContain('username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"');
    expect(header).toContain('response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"');
    expect(header).toMatch(/, userhash=true$/);
  });

  it('RFC 2617 section 3.5', () => {
    const challenge =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", ' +
      'nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const header = answer(challenge, { ...mufasa, password: 'Circle Of Life', cnonce: '0a4f113b' });
    expect(header).toContain('response="6629fae49393a05397450978507c4ef1"');
    expect(header).not.toContain('algorithm');
  });

  it('RFC 2069 section 2.4 (as corrected by erratum 749), without qop', () => {
    const challenge =
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", ' +
      'opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const header = answer(challenge, { ...mufasa, password: 'CircleOfLife' });
    expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"');
    expect(header).not.toMatch(/qop|nc=|cnonce/);
  });
});

describe('which challenge', () => {
  const offer = (algorithm: string, more = ''): string =>
    `Digest realm="r", nonce="n", algorithm=${algorithm}${more}`;

  it('the strongest, whatever the order', () => {
    const names = ['MD5', 'SHA-512-256', 'SHA-256', 'sha-256-SESS', 'MD5-sess'];
    expect(strongestChallenge(names.map((name) => offer(name)))?.algorithm).toBe('SHA-512-256');
    expect(
      strongestChallenge(names.filter((name) => name !== 'SHA-512-256').map((name) => offer(name)))
        ?.algorithm,
    ).toBe('sha-256-SESS');
  });

  it.each([
    ['an unknown algorithm', [offer('SHA-1024')]],
    ['an unknown qop', [offer('MD5', ', qop="auth-conf"')]],
    ['no nonce', ['Digest realm="r"']],
    ['another scheme', ['Basic realm="r"', 'Bearer']],
    ['nothing', []],
  ])('none for %s', (_title, values) => {
    expect(strongestChallenge(values)).toBeUndefined();
  });

  it('a weaker one when the stronger cannot be answered', () => {
    expect(strongestChallenge([offer('SHA-256', ', qop="x"'), offer('SHA-3'), offer('md5')])?.algorithm).toBe(
      'md5',
    );
  });

  it.each([
    [undefined, undefined],
    ['""', undefined],
    ['"auth"', 'auth'],
    ['auth', 'auth'],
    ['"auth-int,auth"', 'auth'],
    ['"AUTH-INT"', 'auth-int'],
    ['"auth-int, token"', 'auth-int'],
  ])('qop=%s is answered with %s', (written, qop) => {
    const more = written === undefined ? '' : `, qop=${written}`;
    expect(strongestChallenge([offer('MD5', more)])?.qop).toBe(qop);
  });
});

describe('fields', () => {
  it('quotes and escapes all but qop, nc, algorithm and userhash', () => {
    const challenge = 'Digest realm="a \\"b\\"", nonce="n\\\\", opaque="", qop=auth, algorithm=SHA-256-sess';
    expect(answer(challenge, { username: 'back\\slash "q"', uri: '/x?y="', count: 255 })).toMatch(
      /^Digest username="back\\\\slash \\"q\\"", realm="a \\"b\\"", nonce="n\\\\", uri="\/x\?y=\\"", response="[0-9a-f]{64}", algorithm=SHA-256-sess, cnonce="c", opaque="", qop=auth, nc=000000ff$/,
    );
  });

  it('sends the client nonce with an -sess form even without qop', () => {
    expect(answer('Digest realm="r", nonce="n", algorithm=MD5-sess', {})).toContain('cnonce="c"');
  });

  it('sends a user name beyond ASCII in the extended form where the server names the charset', () => {
    const challenge = 'Digest realm="r", nonce="n", charset=utf-8';
    expect(answer(challenge, { username: "J\u00e4s\u00f8n (D'oe)" })).toContain(
      "username*=UTF-8''J%C3%A4s%C3%B8n%20%28D%27oe%29, ",
    );
    expect(answer(challenge, { username: 'Jason' })).toContain('username="Jason"');
    expect(answer('Digest realm="r", nonce="n"', { username: 'J\u00e4s\u00f8n' })).toContain(
      'username="Jäsøn"',
    );
  });

  it('composes names and passwords where the server names the charset', () => {
    const challenge = 'Digest realm="r", nonce="n", charset=UTF-8';
    const composed = { username: '\u00e4', password: '\u00f8\u00e9' };
    const separate = { username: 'a\u0308', password: '\u00f8e\u0301' };
    expect(answer(challenge, separate)).toBe(answer(challenge, composed));
    expect(answer('Digest realm="r", nonce="n"', separate)).not.toBe(
      answer('Digest realm="r", nonce="n"', composed),
    );
  });
});
