import { describe, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';
import { expectErrors } from './import-errors-setup.js';

describe('POST /import/openapi', () => {
  it('refuses URLs that are never fetched', async () => {
    const server = await startServer();
    await expectErrors(server, 'openapi', [
      [{ specPath: 'http://' }, 400, 'specPath is not a usable URL: it cannot be parsed'],
      [{ specPath: 'https://[::1' }, 400, 'specPath is not a usable URL: it cannot be parsed'],
      [{ specPath: 'http://ada@example.com/' }, 400, 'specPath is not a usable URL: it holds credentials'],
      [{ specPath: 'HTTP://:pw@127.0.0.1/' }, 400, 'specPath is not a usable URL: it holds credentials'],
      [
        { specPath: 'ftp://example.com/' },
        400,
        'specPath is not a usable URL: only http and https are fetched',
      ],
      [
        { specPath: 'file:///etc/passwd' },
        400,
        'specPath is not a usable URL: only http and https are fetched',
      ],
    ]);
  });
});
