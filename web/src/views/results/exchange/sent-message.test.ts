import { describe, expect, it } from 'vitest';
import type { RequestResult } from '../../../../../src/server/api-types.js';
import { bodyOf, ownHop, sentCommand, type Hop } from './sent-message.js';

const url = 'http://127.0.0.1/login';

function hop(changes: Partial<Hop> = {}): Hop {
  return {
    kind: 'request',
    method: 'POST',
    url,
    headers: [],
    bodySize: 0,
    statusCode: 200,
    duration: 1,
    ...changes,
  };
}

function result(body: string, maskedBody?: string): RequestResult {
  return { request: { body }, exchange: { maskedBody } } as unknown as RequestResult;
}

describe('the request that the file describes', () => {
  it('is the one before redirects and after challenges', () => {
    const moved = hop({ method: 'GET', url: 'http://127.0.0.1/home' });
    expect(ownHop([hop({ kind: 'redirect' }), moved])).toBe(0);
    expect(ownHop([hop({ kind: 'token', url: 'http://t/' }), hop({ kind: 'challenge' }), hop(), moved])).toBe(
      2,
    );
  });
});

describe('the body that was sent', () => {
  it('is that of the request, whole, cut, or not text', () => {
    expect(bodyOf(hop(), result(''))).toBeUndefined();
    expect(bodyOf(hop({ bodySize: 3 }), result('abc'))).toMatchObject({ text: 'abc', note: '' });
    expect(bodyOf(hop({ bodySize: 4 }), result('abc'))?.note).toMatch(/^Only the first 64 KiB/);
    expect(bodyOf(hop({ bodySize: 4 }), result(''))?.note).toBe('The body is not text (4 bytes).');
  });
});

describe('the curl command of what was sent', () => {
  const sent = hop({
    bodySize: 10,
    headers: [{ name: 'Authorization', value: 'Bearer abc', masked: '[REDACTED]' }],
  });

  it('has no secrets unless they are wanted', () => {
    const hidden = sentCommand(sent, result('{"k":"abc"}', '{"k":"[REDACTED]"}'), false);
    expect(hidden).toMatchObject({ isMasked: true });
    expect(hidden.command).not.toContain('abc');
    expect(hidden.command).toContain("-H 'Authorization: [REDACTED]'");
    const whole = sentCommand(sent, result('{"k":"abc"}', '{"k":"[REDACTED]"}'), true);
    expect(whole).toMatchObject({ isMasked: false });
    expect(whole.command).toContain(`--data-raw '{"k":"abc"}'`);
  });
});
