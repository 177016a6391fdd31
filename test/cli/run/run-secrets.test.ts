import { describe, it } from 'vitest';
import { expectNoSecrets } from './run-secrets-setup.js';

describe('secrets in svc run', () => {
  it.each([['plainly', []]])('are in no file, stream or history: %s', async (_case, args) => {
    await expectNoSecrets(args);
  });
});
