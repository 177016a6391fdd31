import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback } from '../../support/runs/run-requests.js';

describe('svc run', () => {
  it('without a path runs the current directory', async () => {
    const { url, seen } = await loopback();
    const cwd = await temporaryWorkspace({
      'a.http': `GET ${url}/a\n`,
      'sub/b.http': `GET ${url}/b\n`,
    });
    expect(await runInProcess(['run', '--no-history'], { cwd })).toMatchObject({ code: 0 });
    expect(seen).toEqual(['GET /a', 'GET /b']);
  });
});

describe('an address without a scheme', () => {
  it('is taken as http:// by run, validate, fetch and contract verify', async () => {
    const { url, seen } = await loopback();
    const { host } = new URL(url);
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        @base = ${host}
        ### one
        GET ${host}/one

        ### two
        GET {{base}}/two
        ? x = 1
      `,
    });
    expect(await runInProcess(['validate', '--strict', 'a.http'], { cwd })).toMatchObject({ code: 0 });
    expect(await runInProcess(['run', 'a.http', '--no-history'], { cwd })).toMatchObject({ code: 0 });
    expect(await runInProcess(['fetch', `${host}/three`], { cwd })).toMatchObject({ code: 0 });
    const contract = ['contract', 'verify', '-p', `${url}/base`, 'a.http'];
    expect(await runInProcess(contract, { cwd })).toMatchObject({ code: 0 });
    expect(seen).toEqual(['GET /one', 'GET /two?x=1', 'GET /three', 'GET /base/one', 'GET /base/two?x=1']);
  });
});
