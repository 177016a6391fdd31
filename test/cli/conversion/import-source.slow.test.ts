import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { document, ORDER, BODY, serve } from './import-source-setup.js';

describe('a source on the web', () => {
  it('is fetched with what it refers to on its origin, and with nothing else', async () => {
    const elsewhere: string[] = [];
    const other = await serve((request, response) => {
      elsewhere.push(request.url ?? '');
      response.end(ORDER);
    });
    const url = await serve((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { Location: '/api/shop.json' }).end();
      else if (request.url === '/api/schemas/order.json') response.end(ORDER);
      else response.end(document(request.url === '/foreign' ? `${other}/order.json` : 'schemas/order.json'));
    });
    const cwd = await temporaryWorkspace();
    const own = await runInProcess(['import', 'openapi', `${url}/api/shop.json`], { cwd });
    expect(own).toMatchObject({ code: 0, stderr: 'imported 1 request, 1 assertion, 0 captures, 0 losses\n' });
    expect(own.stdout).toContain(BODY);
    expect((await runInProcess(['import', 'openapi', `${url}/moved`], { cwd })).code).toBe(0);
    const foreign = await runInProcess(['import', 'openapi', `${url}/foreign`], { cwd });
    expect(foreign.code).toBe(0);
    expect(foreign.stderr).toMatch(/^lost: .*only documents of the same origin are fetched/);
    expect(elsewhere).toEqual([]);
  });
});
