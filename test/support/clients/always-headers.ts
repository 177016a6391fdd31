import { expect } from 'vitest';

/** The headers of every response. */
export const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^[a-z0-9]{12}$/),
};
