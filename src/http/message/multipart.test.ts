import { describe, expect, it } from 'vitest';
import type { StreamedBody } from './message.js';
import { multipartBody } from './multipart.js';

describe('multipartBody', () => {
  it('writes fields and files byte for byte, and knows its length', async () => {
    const { contentType, body } = multipartBody(
      [
        { name: 'title', value: 'Grüße\nzwei' },
        { name: 'file', filename: 'a.png', type: 'image/png', length: 3, open: () => bytes([1, 2], [3]) },
        { name: 'empty', value: '' },
      ],
      'BOUNDARY',
    );
    expect(contentType).toBe('multipart/form-data; boundary=BOUNDARY');
    const expected = [
      '--BOUNDARY\r\nContent-Disposition: form-data; name="title"\r\n\r\nGrüße\nzwei\r\n',
      '--BOUNDARY\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
      '\x01\x02\x03\r\n',
      '--BOUNDARY\r\nContent-Disposition: form-data; name="empty"\r\n\r\n\r\n',
      '--BOUNDARY--\r\n',
    ].join('');
    expect((await collect(body)).toString()).toBe(expected);
    expect(body.length).toBe(Buffer.byteLength(expected));
  });

  it('gives the same bytes when it is opened again', async () => {
    const { body } = multipartBody([{ name: 'a', value: 'b' }]);
    expect(await collect(body)).toEqual(await collect(body));
  });

  it('escapes names and file names', async () => {
    const { body } = multipartBody([
      { name: 'a"\r\nb', filename: 'c";\r\nd', type: 'text/plain', length: 0, open: () => bytes() },
    ]);
    expect((await collect(body)).toString()).toContain('name="a%22%0D%0Ab"; filename="c%22;%0D%0Ad"');
  });

  it('has no length when one of its files has none', () => {
    const { body } = multipartBody([
      { name: 'a', value: 'b' },
      { name: 'f', filename: 'f', type: 'text/plain', length: undefined, open: () => bytes([1]) },
    ]);
    expect(body.length).toBeUndefined();
  });

  it('takes another boundary each time', () => {
    const boundaries = Array.from({ length: 50 }, () => multipartBody([]).contentType);
    expect(new Set(boundaries).size).toBe(50);
    expect(boundaries[0]).toMatch(/boundary=svc-[a-z0-9]{22}$/);
  });

  it('refuses a type that would begin another header', () => {
    const part = { name: 'f', filename: 'f', type: 'a/b\r\nX: y', length: 0, open: () => bytes() };
    expect(() => multipartBody([part])).toThrow('the type of the part "f" contains a line break');
  });

  it('is valid without parts', async () => {
    const { body } = multipartBody([], 'B');
    expect((await collect(body)).toString()).toBe('--B--\r\n');
    expect(body.length).toBe(7);
  });
});

async function* bytes(...chunks: readonly number[][]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Uint8Array.from(chunk);
}

async function collect(body: StreamedBody): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
