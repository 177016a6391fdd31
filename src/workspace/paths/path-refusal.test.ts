import { describe, expect, it } from 'vitest';
import { resolvePathText } from './path-text.js';

describe('files of other clients', () => {
  it('are refused with advice, except on the command line', () => {
    expect(resolvePathText('a.rest', { root: '/ws', requestFile: true })).toMatchObject({
      ok: false,
      message:
        'not a request file: a.rest; expected .http or .spec; rename it, or convert it with svc import http',
    });
    expect(resolvePathText('a.rest', { root: '/ws', requestFile: 'command-line' })).toMatchObject({
      ok: true,
    });
  });
});
