import { describe, expect, it } from 'vitest';
import { asSeen, fakeServer, header, headers, streamed } from '../../../test/support/clients/fake-send.js';
import { request } from '../../../test/support/clients/http-client.js';
import { signatureFault } from '../../../test/support/clients/verify-credentials.js';
import type { HeaderList } from '../message/message.js';
import { canonicalPath, canonicalQuery, buildCanonicalRequest } from './canonical-request.js';
import { createAuthorization, cloudSignature, signingTime } from './cloud-signature.js';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** What the provider has published: the header list is the signed one. */
describe('published signatures', () => {
  const suite = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  };
  const storage = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
  };
  const suiteHeaders: HeaderList = [
    ['Host', 'example.amazonaws.com'],
    ['X-Amz-Date', '20150830T123600Z'],
  ];
  const storageHeaders: HeaderList = [
    ['Host', 'examplebucket.s3.amazonaws.com'],
    ['x-amz-date', '20130524T000000Z'],
    ['x-amz-content-sha256', EMPTY],
  ];

  it.each([
    ['GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'GET',
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
  ])('%s %s of the test suite', (method, target, signature) => {
    const canonical = buildCanonicalRequest({
      method,
      target,
      service: suite.service,
      headers: suiteHeaders,
      payloadHash: EMPTY,
    });
    expect(createAuthorization(canonical, suite, '20150830T123600Z')).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        `SignedHeaders=host;x-amz-date, Signature=${signature}`,
    );
  });

  it.each([
    [
      '/test.txt',
      [['Range', 'bytes=0-9']],
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    ['/?lifecycle', [], 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['/?max-keys=2&prefix=J', [], '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ] as const)('GET %s of the storage documentation', (target, more, signature) => {
    const signed: HeaderList = [...storageHeaders, ...(more as HeaderList)];
    const canonical = buildCanonicalRequest({
      method: 'GET',
      target,
      service: 's3',
      headers: signed,
      payloadHash: EMPTY,
    });
    expect(createAuthorization(canonical, storage, '20130524T000000Z')).toContain(`Signature=${signature}`);
  });
});

describe('canonical form', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['//', '/'],
    ['/a//b/', '/a/b/'],
    ['/./a/.', '/a/'],
    ['/a/b/..', '/a/'],
    ['/a/../..', '/'],
    ['/../a', '/a'],
    ['/.../..a/a..', '/.../..a/a..'],
    ['/a%20b', '/a%2520b'],
    ['/a@b:c', '/a%40b%3Ac'],
    ['/-._~AZaz09', '/-._~AZaz09'],
  ])('path %j becomes %j', (path, expected) => {
    expect(canonicalPath(path, 'execute-api')).toBe(expected);
  });

  it.each([
    ['', '/'],
    ['//a/./../b', '//a/./../b'],
    ['/a%20b', '/a%20b'],
    ['/a%2fb', '/a%2Fb'],
    ['/a@b+c', '/a%40b%2Bc'],
    ['/%zz%', '/%25zz%25'],
    ['/%ff', '/%FF'],
  ])('path %j of s3 becomes %j', (path, expected) => {
    expect(canonicalPath(path, 's3')).toBe(expected);
  });

  it.each([
    ['', ''],
    ['b=2&a=1', 'a=1&b=2'],
    ['a=2&a=10&a=1', 'a=1&a=10&a=2'],
    ['a', 'a='],
    ['a=', 'a='],
    ['=x', '=x'],
    ['a=b=c', 'a=b%3Dc'],
    ['a&&b', 'a=&b='],
    ['a-b=1&a=1', 'a=1&a-b=1'],
    ['b=1&B=2', 'B=2&b=1'],
    ['q=a+b', 'q=a%2Bb'],
    ['q=a%20b', 'q=a%20b'],
    ["q=*'()!/", 'q=%2A%27%28%29%21%2F'],
    ['q=%e1%88%b4', 'q=%E1%88%B4'],
    ['q=%7E', 'q=~'],
    ['q=?x', 'q=%3Fx'],
  ])('query %j becomes %j', (query, expected) => {
    expect(canonicalQuery(query)).toBe(expected);
  });

  it('sorts headers, joins repeats and collapses blanks', () => {
    const { text, signedHeaders } = buildCanonicalRequest({
      method: 'GET',
      target: '/?a=1?b',
      service: 'x',
      headers: [
        ['X-Amz-B', ' v2 '],
        ['host', 'h'],
        ['x-amz-b', 'a   b \t c'],
        ['X-AMZ-A', ''],
      ],
      payloadHash: 'hash',
    });
    expect(signedHeaders).toBe('host;x-amz-a;x-amz-b');
    expect(text).toBe('GET\n/\na=1%3Fb\nhost:h\nx-amz-a:\nx-amz-b:v2,a b c\n\nhost;x-amz-a;x-amz-b\nhash');
  });

  it('writes the time', () => {
    expect(signingTime(Date.UTC(2015, 7, 30, 12, 36, 0, 999))).toBe('20150830T123600Z');
  });
});

describe('the wrap', () => {
  const account = { accessKey: 'AK', secretKey: 'SK/+', region: 'eu-1', service: 'execute-api' };
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);

  it.each([
    ['GET', 'http://api.test', 'execute-api'],
    ['GET', 'http://API.test:8080/a/../b//c%20d/?z=1&a=%2F&a=&b', 'execute-api'],
    ['DELETE', 'https://api.test:443/a@b?x=a+b%20c', 'execute-api'],
    ['GET', 'https://api.test/a/../b//c%20d?list-type=2', 's3'],
    ['PUT', 'http://[::1]:9000/bucket/key%2Fx', 's3'],
  ])('%s %s for %s is accepted by a server that recomputes it', async (method, url, service) => {
    const server = fakeServer(() => ({}));
    const wrap = cloudSignature({ ...account, service }, () => now);
    const { body, opened } = streamed('part one, ', 'part two');
    for (const each of [null, Buffer.from('{"a":1}'), body]) {
      const written: HeaderList = [
        ['Content-Type', 'application/json;  charset=utf-8'],
        ['X-Amz-Meta', 'one'],
        ['x-amz-meta', 'two   three'],
        ['Accept', '*/*'],
      ];
      await wrap(server.send)(request(url, { method, headers: written, body: each }));
    }
    for (const received of server.received) {
      expect(signatureFault(asSeen(received), { ...account, service })).toBeUndefined();
      expect(header(received, 'x-amz-date')).toBe('20260102T030405Z');
      expect(header(received, 'authorization')).toContain(
        'SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-meta,',
      );
    }
    expect(opened()).toBe(2);
  });

  it('sends and signs a session token', async () => {
    const server = fakeServer(() => ({}));
    await cloudSignature({ ...account, sessionToken: 'token==' }, () => now)(server.send)(
      request('http://api.test/'),
    );
    const [received = server.received[0]] = server.received;
    if (received === undefined) throw new Error('nothing received');
    expect(headers(received, 'x-amz-security-token')).toEqual(['token==']);
    expect(header(received, 'authorization')).toContain('x-amz-date;x-amz-security-token,');
    expect(signatureFault(asSeen(received), account)).toBeUndefined();
  });

  it('replaces what is written by hand and takes a written Host', async () => {
    const server = fakeServer(() => ({}));
    const written: HeaderList = [
      ['authorization', 'Bearer mine'],
      ['x-amz-date', '20000101T000000Z'],
      ['X-AMZ-CONTENT-SHA256', 'UNSIGNED-PAYLOAD'],
      ['Host', 'virtual.test'],
    ];
    await cloudSignature(account, () => now)(server.send)(
      request('http://127.0.0.1:9/', { headers: written }),
    );
    const [received] = server.received;
    if (received === undefined) throw new Error('nothing received');
    expect(received.headers.map(([name]) => name)).toEqual([
      'Authorization',
      'X-Amz-Date',
      'X-Amz-Content-Sha256',
      'Host',
    ]);
    expect(signatureFault(asSeen(received), account)).toBeUndefined();
  });

  it('a changed byte is noticed', async () => {
    const server = fakeServer(() => ({}));
    await cloudSignature(account, () => now)(server.send)(
      request('http://api.test/', { body: Buffer.from('a') }),
    );
    const [received] = server.received;
    if (received === undefined) throw new Error('nothing received');
    const seen = asSeen(received);
    expect(signatureFault({ ...seen, body: Buffer.from('b') }, account)).toBe('payload hash differs');
    expect(signatureFault({ ...seen, target: '/x' }, account)).toContain('signature differs');
  });
});
