import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureText } from '../../../test/support/clients/http-client.js';
import { decodeBody } from './decode-body.js';

const text = Buffer.from('{"text":"äöü and more of it, and more of it, and more of it"}');
const limits = { maxBodyBytes: 64 * 1024 * 1024, partial: false, shown: 'h:1' };

describe('decodeBody', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
    ['identity, gzip', gzipSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['deflate,gzip , br', brotliCompressSync(gzipSync(deflateSync(text)))],
    ['gzip', Buffer.concat([gzipSync(text.subarray(0, 10)), gzipSync(text.subarray(10))])],
  ])('undoes %s', async (coding, data) => {
    const { body, warnings } = await decodeBody(data, coding, limits);
    expect(Buffer.from(body)).toEqual(text);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', quickBrotli],
  ])('undoes %s that is too large for one go', async (coding, compress) => {
    const large = Buffer.from(Array.from({ length: 100_000 }, (_, index) => String(index ** 3)).join());
    expect(large.length).toBeGreaterThan(1 << 20);
    const { body } = await decodeBody(compress(large), coding, limits);
    expect(Buffer.from(body).equals(large)).toBe(true);
  });

  it('keeps an unknown coding, with a warning', async () => {
    const { body, warnings } = await decodeBody(text, 'gzip, zstd', limits);
    expect(body).toBe(text);
    expect(warnings).toEqual(['the body is kept in the unknown coding "zstd"']);
  });

  it.each([
    ['gzip', gzipSync(text).subarray(0, -9)],
    ['gzip', text],
    ['gzip', Buffer.concat([gzipSync(Buffer.alloc(100_000, 'ab')).subarray(0, 60), text])],
    ['deflate', deflateSync(text).subarray(0, -6)],
    ['deflate', Buffer.from('hello')],
    ['br', brotliCompressSync(text).subarray(0, -3)],
    ['br', text],
    ['gzip, br', brotliCompressSync(text)],
  ])('reports broken %s', async (coding, data) => {
    const broken = coding === 'gzip, br' ? 'gzip' : coding;
    expect(await failureText(decodeBody(data, coding, limits))).toBe(
      `decode: the response of h:1 is not valid ${broken} data`,
    );
  });

  it('refuses more than three codings', async () => {
    expect(await failureText(decodeBody(text, 'gzip, gzip, gzip, gzip', limits))).toBe(
      'decode: h:1 coded the response 4 times',
    );
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(3000))],
    ['br', brotliCompressSync(Buffer.alloc(3000))],
    ['deflate', deflateRawSync(Buffer.alloc(3000))],
  ])('stops %s at the body limit', async (coding, data) => {
    const small = { ...limits, maxBodyBytes: 2999 };
    expect(await failureText(decodeBody(data, coding, small))).toBe(
      'bodyLimit: the response of h:1 is larger than 2999 bytes',
    );
    expect((await decodeBody(data, coding, { ...limits, maxBodyBytes: 3000 })).body.length).toBe(3000);
  });

  it('stops a bomb early, whatever the body limit', async () => {
    // 64 MiB of zeros in some 60 KiB, and that again in a few hundred bytes.
    const bomb = gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(2000);
    const before = process.memoryUsage();
    const unlimited = { ...limits, maxBodyBytes: Number.MAX_SAFE_INTEGER };
    expect(await failureText(decodeBody(bomb, 'gzip, gzip', unlimited))).toBe(
      'bodyLimit: the response of h:1 expands to more than 1000 times its size',
    );
    const after = process.memoryUsage();
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(
      16 << 20,
    );
  });

  it('lets a small body expand as it likes', async () => {
    const data = brotliCompressSync(Buffer.alloc(1 << 20));
    expect((1 << 20) / data.length).toBeGreaterThan(1000);
    expect((await decodeBody(data, 'br', limits)).body.length).toBe(1 << 20);
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
  ])('gives what there is of %s that the time limit cut', async (coding, data) => {
    const { body } = await decodeBody(data.subarray(0, -12), coding, { ...limits, partial: true });
    expect(text.toString('latin1').startsWith(Buffer.from(body).toString('latin1'))).toBe(true);
  });
});

function quickBrotli(data: Buffer): Buffer {
  return brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
}
