import { describe, expect, it } from 'vitest';
import { bytesOfText, hasHeader, headerValue, isComputedHeader, readRawHeaders } from './headers.js';

describe('headers', () => {
  it('are read without case, repeats joined', () => {
    const headers = [
      ['A', '1'],
      ['Content-Encoding', 'gzip'],
      ['content-ENCODING', 'br'],
    ] as const;
    expect(headerValue(headers, 'content-encoding')).toBe('gzip, br');
    expect(headerValue(headers, 'content-length')).toBe('');
    expect(hasHeader(headers, 'a')).toBe(true);
    expect(hasHeader(headers, 'b')).toBe(false);
  });

  it('come in as UTF-8, else as Latin-1', () => {
    const utf8 = Buffer.from('Grüße').toString('latin1');
    expect(readRawHeaders(['A', utf8, 'B', 'caf\xe9', 'A', 'plain'])).toEqual([
      ['A', 'Grüße'],
      ['B', 'café'],
      ['A', 'plain'],
    ]);
  });

  it('go out as UTF-8', () => {
    expect(bytesOfText('plain\t')).toBe('plain\t');
    expect(Buffer.from(bytesOfText('é€'), 'latin1').toString()).toBe('é€');
  });

  it.each(['Content-Length', 'transfer-encoding', 'CONNECTION', 'Keep-Alive', 'Upgrade', 'TE'])(
    '%s is computed',
    (name) => expect(isComputedHeader(name)).toBe(true),
  );

  it.each(['Host', 'Accept', 'Content-Type', 'X-TE', 'Expect', 'Date'])('%s is not', (name) =>
    expect(isComputedHeader(name)).toBe(false),
  );
});
