import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PreparedResponse } from '../responses/prepared-response.js';
import { malformedResponse } from './malformed-response.js';

function response(body: string | Buffer, type = 'application/json'): PreparedResponse {
  return {
    status: 200,
    headers: [
      'content-type',
      type,
      'X-A',
      'Content-Length',
      'Content-Length',
      String(Buffer.byteLength(body)),
    ],
    body,
  };
}

describe('a malformed response', () => {
  it('is never JSON, with the length that is sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.constantFrom('7', '12', '""', 'null', ' 5 ', '{}', '[]', 'true'),
          fc.string({ unit: 'binary', minLength: 1 }),
        ),
        (text) => {
          const malformed = malformedResponse(response(text), true);
          if (malformed.kind !== 'body') throw new Error(malformed.kind);
          const { headers, body } = malformed.response;
          expect(() => JSON.parse(String(body)) as unknown).toThrow(SyntaxError);
          expect(headers).toEqual([
            'content-type',
            'application/json',
            'X-A',
            'Content-Length',
            'Content-Length',
            String(Buffer.byteLength(body)),
          ]);
        },
      ),
    );
  });

  it('is the first half of anything else', () => {
    expect(malformedResponse(response('abcde', 'text/plain'), true)).toMatchObject({
      kind: 'cut',
      sent: Buffer.from('ab'),
    });
    expect(malformedResponse(response('a', 'text/plain'), true)).toMatchObject({
      kind: 'cut',
      sent: Buffer.alloc(0),
    });
    const encoded = response(Buffer.from([1, 2, 3, 4]));
    expect(malformedResponse(encoded, true)).toEqual({
      kind: 'cut',
      response: encoded,
      sent: Buffer.from([1, 2]),
    });
  });

  it('is no response at all without a body', () => {
    expect(malformedResponse(response(''), true)).toEqual({ kind: 'head' });
    expect(malformedResponse(response('{"a": 1}'), false)).toEqual({ kind: 'head' });
  });
});
