import { describe, expect, it } from 'vitest';
import { start, execute } from './chosen-requests-setup.js';

describe('reports of executions', () => {
  it('are kept only for executions that asked for it', async () => {
    const setup = await start();
    const { id } = await execute(setup, { requestName: 'list' });
    const json = { executions: [id], format: 'html' };
    expect(await setup.server.call('POST', '/reports', { json })).toMatchObject({
      status: 404,
      json: { message: `no report of execution ${id} is kept; run it again with reports: true` },
    });
  });
});
