import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ServiceError, type ErrorKind } from '../../errors.js';
import { failureResponse } from './error-response.js';

describe('failureAnswer', () => {
  it('knows every kind of error', () => {
    const source = readFileSync(new URL('../../errors.ts', import.meta.url), 'utf8');
    const kinds = [...source.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map((match) => match[1] as ErrorKind);
    expect(kinds.length).toBeGreaterThan(12);
    for (const kind of kinds.filter((each) => each !== 'internal')) {
      const answer = failureResponse(new ServiceError(kind, 'what is wrong'));
      expect([400, 403, 404, 409, 412, 500, 502, 503, 504], kind).toContain(answer?.status);
      expect(answer?.json).toMatchObject({
        error: expect.stringMatching(/^[A-Z]/),
        message: 'what is wrong',
      });
    }
  });

  it('shows hint and details', () => {
    const error = new ServiceError('conflict', 'it exists', { hint: 'remove it', details: { nearest: [1] } });
    const json = { error: 'Conflict', message: 'it exists; remove it', nearest: [1] };
    expect(failureResponse(error)).toEqual({ status: 409, json });
  });

  it.each([new Error('secret path'), new ServiceError('internal', 'x'), 'text', undefined])(
    'leaves defects to the log: %s',
    (error) => {
      expect(failureResponse(error)).toBeUndefined();
    },
  );
});
