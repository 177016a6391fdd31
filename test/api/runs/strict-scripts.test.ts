import { describe, expect, it } from 'vitest';
import { createMock, run } from '../../../src/library.js';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runIn } from '../../support/runs/editor-run.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { startServer } from '../../support/servers/running-server.js';

const SCRIPTED = (url: string): string => dedent`
  ### Unchecked
  GET ${url}/

  > {%
    pm2.track(response);
  %}
`;

const WORDS = 'a.http: 1 script statement is not checked (svc validate shows them)';

describe('strictScripts of service.yaml', () => {
  it.each<[string, object]>([
    ['/execute', { file: 'a.http' }],
    ['/execute', { file: 'a.http', skipInvalid: true }],
    ['/run', { file: 'a.http' }],
    ['/mock/start', { files: ['a.http'], port: 0 }],
    ['/stress/start', { files: ['a.http'], duration: '1s' }],
    ['/contract/verify', { files: ['a.http'], providerUrl: 'http://127.0.0.1:9' }],
    ['/contract/verify', { providerUrl: 'http://127.0.0.1:9' }],
    ['/strength', { file: 'a.http', run: true }],
  ])('refuses a file for POST %s %j with the words of the command line', async (path, json) => {
    const { url, seen } = await loopback(() => 200);
    const server = await startServer({
      files: { 'a.http': SCRIPTED(url), 'service.yaml': 'strictScripts: true\n' },
    });
    const refused = await server.call('POST', path, { json });
    expect(refused).toMatchObject({ status: 400, json: { error: 'Bad Request' } });
    const { message } = refused.json as { readonly message: string };
    expect(message).toContain(WORDS);
    const { stderr } = await runInProcess(['run', 'a.http', '--no-history'], { cwd: server.root });
    for (const line of message.split('; ')) expect(stderr).toContain(line);
    expect(seen).toEqual([]);
  });

  it.each<[string, (cwd: string) => Promise<unknown>]>([
    ['run() of the library', (cwd) => run(['a.http'], { cwd })],
    ['createMock() of the library', (cwd) => createMock(['a.http'], { cwd })],
    ['a run of an editor', (cwd) => runIn(cwd, { file: 'a.http' })],
  ])('refuses a file for %s', async (_, act) => {
    const { url, seen } = await loopback(() => 200);
    const cwd = await temporaryWorkspace({
      'a.http': SCRIPTED(url),
      'service.yaml': 'strictScripts: true\n',
    });
    await expect(act(cwd)).rejects.toThrow(WORDS);
    expect(seen).toEqual([]);
  });

  it('leaves findings and exports of the file as they are', async () => {
    const content = SCRIPTED('http://127.0.0.1:9');
    const server = await startServer({
      files: { 'a.http': content, 'service.yaml': 'strictScripts: true\n' },
    });
    const checked = await server.call('POST', '/validate', {
      json: { file: 'a.http', content, environment: 'dev' },
    });
    expect(checked.json).toMatchObject({ diagnostics: [{ code: 'untranslated_script' }] });
    const exported = await server.call('POST', '/export/curl', {
      json: { file: 'a.http', requestName: 'Unchecked', environment: 'dev' },
    });
    expect(exported.status, exported.text).toBe(200);
  });
});
