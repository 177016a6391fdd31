import { describe, expect, it } from 'vitest';
import { toJson } from '../primitives/json/json-writer.js';
import { objectFrom } from '../primitives/json/key-order.js';
import { credentialValues, isCredentialHeader } from './credential-headers.js';
import { REDACTED, redactAssertion, redactHeaders, redactUrl, redactValue } from './redact.js';
import { SecretSet } from './secret-set.js';

const secrets = new SecretSet();
secrets.addAll(['s3cret-key', '424242']);

describe('redactValue', () => {
  it('keeps the order of keys', () => {
    const inner = objectFrom([
      ['b', 1],
      ['1', 424242],
    ]);
    const value = objectFrom<unknown>([
      ['10', 's3cret-key'],
      ['2', inner],
      ['s3cret-key', 9007199254740993n],
    ]);
    expect(toJson(redactValue(value, secrets))).toBe(
      '{"10":"[REDACTED]","2":{"b":1,"1":"[REDACTED]"},"[REDACTED]":9007199254740993}',
    );
  });
});

describe('redactHeaders', () => {
  it('hides credential headers whole, in any case, and secrets in the others', () => {
    const headers = {
      AUTHORIZATION: 'Bearer abc',
      'Proxy-Authorization': 'Basic x',
      cookie: 'a=b',
      'Set-Cookie': 'a=b\nc=d',
      'X-API-Key': '1',
      'Api-Key': '1',
      'x-auth-token': '1',
      'X-Amz-Security-Token': '1',
      'X-Shop': '1',
      'X-Trace': 'id s3cret-key;',
      Accept: '*/*',
    };
    const shown = redactHeaders(headers, secrets, ['x-shop']);
    expect(Object.keys(shown)).toEqual(Object.keys(headers));
    expect(shown).toMatchObject({ 'X-Shop': REDACTED, 'X-Trace': `id ${REDACTED};`, Accept: '*/*' });
    expect(Object.values(shown).filter((value) => value === REDACTED)).toHaveLength(9);
  });

  it('knows the header of an apiKey directive in any case', () => {
    expect(isCredentialHeader('x-SHOP', ['X-Shop'])).toBe(true);
    expect(isCredentialHeader('x-shop')).toBe(false);
  });
});

describe('names of credential headers', () => {
  it.each([
    ...['authorization', 'X-Api-Key', 'x_api_key', 'XApiKey', 'Api-Key', 'X-Auth-Token', 'X-Vault-Token'],
    ...['Private-Token', 'PRIVATE_TOKEN', 'Set-Cookie', 'x-amz-security-token'],
  ])('%s', (name) => {
    expect(isCredentialHeader(name)).toBe(true);
  });

  it.each(['X-Token-Count', 'Authorization-Info', 'Private', 'Cookies'])('not %s', (name) => {
    expect(isCredentialHeader(name)).toBe(false);
  });
});

describe('credentialValues', () => {
  it('are cookies without their name, when they are more than a word, and parts of Basic credentials', () => {
    const basic = Buffer.from('ada:pass-word-1').toString('base64');
    const headers = Object.entries({
      'Set-Cookie': 'sid="s%3Aabc123"; Path=/',
      Cookie: 'theme=dark;id=a1b2c3d4',
      Authorization: `Basic ${basic}`,
    });
    const values = credentialValues(headers);
    for (const value of ['s%3Aabc123', 's:abc123', 'a1b2c3d4', basic, 'ada:pass-word-1', 'pass-word-1']) {
      expect(values).toContain(value);
    }
    expect(values).not.toContain('dark');
  });

  it('are those of credential headers, whole and in the parts that count', () => {
    const headers = Object.entries({
      Authorization: 'Bearer abc.def',
      'set-cookie': 'session=1234; Path=/\ntheme=dark; Secure',
      Cookie: 'a=12; b=34',
      'X-Shop': 'desk',
      Accept: 'text/plain',
    });
    expect(credentialValues(headers, ['x-shop']).sort()).toEqual(
      [
        'Bearer abc.def',
        'abc.def',
        'session=1234; Path=/\ntheme=dark; Secure',
        'session=1234; Path=/',
        'session=1234',
        'theme=dark; Secure',
        'theme=dark',
        'a=12; b=34',
        'a=12',
        'b=34',
        'desk',
      ].sort(),
    );
  });
});

describe('redactUrl', () => {
  it.each([
    ['https://a.test/p?key=1&b=2#k', `https://a.test/p?key=${REDACTED}&b=2#k`],
    ['https://a.test/p?b=2&KEY=x=y&key=3', `https://a.test/p?b=2&KEY=${REDACTED}&key=${REDACTED}`],
    ['https://a.test/p?k%65y=1', `https://a.test/p?k%65y=${REDACTED}`],
    ['https://a.test/p?my+key=1', `https://a.test/p?my+key=${REDACTED}`],
    ['https://a.test/key=1', 'https://a.test/key=1'],
    ['https://a.test/p?%zz=1&key', 'https://a.test/p?%zz=1&key'],
    ['https://a.test/p?#key=1', 'https://a.test/p?#key=1'],
    ['https://a.test/s3cret%2Dkey', `https://a.test/${REDACTED}`],
  ])('of %s is %s', (url, shown) => {
    expect(redactUrl(url, secrets, ['key', 'my key'])).toBe(shown);
  });

  it('masks nothing by place without names', () => {
    expect(redactUrl('https://a.test/?key=1', secrets)).toBe('https://a.test/?key=1');
  });
});

describe('redactValue', () => {
  it('goes through lists, objects, keys and numbers', () => {
    const value = {
      list: ['s3cret-key', 1, null, true, [{ deep: 'x s3cret-key' }]],
      's3cret-key': 424242,
      big: 99424242990000000000n,
      other: 12n,
    };
    expect(redactValue(value, secrets)).toEqual({
      list: [REDACTED, 1, null, true, [{ deep: `x ${REDACTED}` }]],
      [REDACTED]: REDACTED,
      big: `99${REDACTED}990000000000`,
      other: 12n,
    });
  });

  it('keeps a key called __proto__ a key', () => {
    const value = JSON.parse('{"__proto__": {"polluted": "s3cret-key"}}') as unknown;
    expect(JSON.stringify(redactValue(value, secrets))).toBe(`{"__proto__":{"polluted":"${REDACTED}"}}`);
  });
});

describe('redactAssertion', () => {
  const assertion = {
    subject: 'body.id',
    expected: 'x',
    actual: 's3cret-key',
    message: 'got s3cret-key',
    line: 3,
  };

  it('hides secrets in every text', () => {
    expect(redactAssertion(assertion, secrets)).toEqual({
      ...assertion,
      actual: REDACTED,
      message: `got ${REDACTED}`,
    });
  });

  it('hides a secret that was cut in two', () => {
    const message =
      'expected x == "s3cret-k…, got "[s3cr…\n~ a: "s3cret-"... -> "s3c"...\n~ b: 1 -> "s3cret-key"';
    expect(redactAssertion({ ...assertion, message }, secrets).message).toBe(
      `expected x == "${REDACTED}…, got "[${REDACTED}…\n~ a: "${REDACTED}"... -> "s3c"...\n~ b: 1 -> "${REDACTED}"`,
    );
  });

  it.each(['header Set-Cookie', 'header "authorization"', "header 'X-Shop'", 'cookie session'])(
    'hides all of %s',
    (subject) => {
      const shown = redactAssertion({ ...assertion, subject, actual: 'plain' }, secrets, ['X-Shop']);
      expect(shown).toEqual({ subject, expected: REDACTED, actual: REDACTED, message: REDACTED, line: 3 });
    },
  );

  it('shows that such a value is missing', () => {
    const absent = { subject: 'cookie session', expected: null, actual: null, message: '' };
    expect(redactAssertion(absent, secrets)).toEqual(absent);
  });

  it('hides credential headers among all headers', () => {
    const all = { ...assertion, subject: 'header', actual: { 'set-cookie': 'a', accept: 'b' } };
    expect(redactAssertion(all, secrets).actual).toEqual({ 'set-cookie': REDACTED, accept: 'b' });
  });
});
