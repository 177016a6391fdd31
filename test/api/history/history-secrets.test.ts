import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, startServerProcess } from '../../support/servers/running-server.js';

it('stores a run before the response is sent, so that it outlives a killed process', async () => {
  const { url } = await loopback();
  const server = await startServerProcess({
    history: true,
    files: {
      'a.http': dedent`
        ### a
        GET ${url}
      `,
    },
  });
  const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
  server.svc.send('SIGKILL');
  await server.svc.ended;
  const path = join(server.home, '.svc', 'history.db');
  const next = await startServer({ history: true, root: server.root, args: ['--history-db', path] });
  const { runId } = json as { runId: number };
  expect((await next.get(`/history/runs/${runId}`)).json).toMatchObject({ passed: 1, total: 1 });
});
