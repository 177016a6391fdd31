import { expect } from 'vitest';

/** Headers of every answer (server.md 1.4). */
export const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^[a-z0-9]{12}$/),
};
