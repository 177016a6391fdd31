import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureText, fetchHere } from '../../test/support/clients/web-fetch.js';
import { respondingServer } from '../../test/support/unit/bounded-fetch-setup.js';

describe('the size of a body', () => {
  it('is counted after decoding, and a bomb stops near the limit', async () => {
    const zeros = gzipSync(Buffer.alloc(50_000_000));
    const { port } = await respondingServer('Content-Encoding: gzip\r\n', zeros);
    const fetched = fetchHere(`http://a.example:${port}/`, { maxBodyBytes: 1_000_000 });
    expect(await failureText(fetched)).toMatch(/^body_too_large/);
  });
});
