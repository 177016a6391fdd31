import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { hostileFile } from '../../support/servers/hostile-evaluations.js';
import { request, testConnection } from '../../support/clients/http-client.js';
import { startSvc } from '../../support/program/live-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

it('does not keep a signal from ending a mock that looks at its own responses', async () => {
  const items = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })));
  const mock = dedent`
    >>>mock
    200 OK
    Content-Type: application/json

    ${items}
    <<<
  `;
  const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:9/small\n' });
  const svc = startSvc(['mock', 'a.http', '--port', '0', '--watch'], { cwd });
  await svc.until(() => svc.stderr().includes('/small'));
  const [url = ''] = /http:\S+/.exec(svc.stderr()) ?? [];
  // It looks at the changed file for seconds; requests get responses all the same.
  await writeFile(join(cwd, 'a.http'), `${hostileFile('http://127.0.0.1:9', 'items')}${mock}`);
  await svc.until(() => svc.stderr().includes('Changed: a.http'));
  const response = await testConnection().send(request(`${url}/small`));
  expect(response.statusCode).toBe(200);
  svc.send('SIGTERM');
  expect((await svc.ended).code).toBe(0);
  expect(svc.stderr()).not.toContain('Serving');
});
