import { describe, expect, it } from 'vitest';
import { createMock, run } from '../../../src/library.js';
import { dedent } from '../../support/dedent.js';
import { runIn } from '../../support/runs/editor-run.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

const ADVICE = 'leave it out with --exclude-tags or @skip, or accept it with --skip-unsupported';
const ERROR = `MQTT requests cannot be run by svc; ${ADVICE}`;

async function serve(): Promise<RunningServer & { readonly target: string }> {
  const { url } = await loopback(() => 200);
  const text = dedent`
    ### get
    GET ${url}/

    ### publish
    MQTT mqtt://127.0.0.1
  `;
  const server = await startServer({ files: { 'a.http': text } });
  return Object.assign(server, { target: url });
}

const FAILED = { passed: false, skipped: false, error: ERROR, errorKind: 'unsupported', attempts: 0 };
const SKIPPED = { passed: false, skipped: true, skipReason: 'unsupported: MQTT', error: '', errorKind: '' };

describe('a request that svc cannot run', () => {
  it.each(['/execute', '/run'])('is a failed result of POST %s, or a skipped one', async (path) => {
    const server = await serve();
    const execute = async (fields: object): Promise<unknown> =>
      (await server.call('POST', path, { json: { file: 'a.http', ...fields } })).json;
    expect(await execute({})).toMatchObject({ passed: 1, failed: 1, results: [{ passed: true }, FAILED] });
    expect(await execute({ skipUnsupported: true })).toMatchObject({
      failed: 0,
      skipped: 1,
      results: [{ passed: true }, SKIPPED],
    });
  });

  it('is a failed interaction of a contract, or a skipped one', async () => {
    const server = await serve();
    const verify = async (fields: object): Promise<unknown> => {
      const json = { files: ['a.http'], providerUrl: server.target, ...fields };
      return (await server.call('POST', '/contract/verify', { json })).json;
    };
    const { passed, skipped, error } = FAILED;
    expect(await verify({})).toMatchObject([{ failed: 1, results: [{}, { passed, skipped, error }] }]);
    const { skipReason } = SKIPPED;
    expect(await verify({ skipUnsupported: true })).toMatchObject([
      { failed: 0, skipped: 1, results: [{}, { skipped: true, skipReason }] },
    ]);
  });

  it.each<[string, object]>([
    ['/stress/start', { files: ['a.http'], duration: '1s', rate: 1 }],
    ['/mock/start', { files: ['a.http'], port: 0 }],
  ])('is refused by POST %s with name and line, or left out', async (path, json) => {
    const server = await serve();
    const refused = await server.call('POST', path, { json });
    expect(refused.status).toBe(400);
    expect((refused.json as { message: string }).message).toBe(`a.http:5: publish: ${ERROR}`);
    const started = await server.call('POST', path, { json: { ...json, skipUnsupported: true } });
    expect(started.status, started.text).toBe(200);
    const note = '1 request was not run (unsupported): publish';
    if (path === '/mock/start') {
      expect(started.json).toMatchObject({ routes: [{ name: 'get' }], warnings: [note] });
      return;
    }
    await server.call('POST', '/stress/stop');
    const result = async (): Promise<unknown> => (await server.get('/stress/result')).json;
    await expect.poll(result, { timeout: 20_000 }).toMatchObject({ warnings: [note] });
  });

  it('is a failed result of the library and of an editor, and no route of createMock', async () => {
    const { root: cwd } = await serve();
    const summary = await run(['a.http'], { cwd });
    expect(summary).toMatchObject({ ok: false, exitCode: 2, files: [{ results: [{}, FAILED] }] });
    const skipped = await run(['a.http'], { cwd, skipUnsupported: true });
    expect(skipped).toMatchObject({ ok: true, exitCode: 0, files: [{ results: [{}, SKIPPED] }] });
    expect(await runIn(cwd, { file: 'a.http' })).toMatchObject({
      verdict: 'error',
      tests: [{ status: 'passed' }, { status: 'failed', message: ERROR }],
    });
    await expect(createMock(['a.http'], { cwd })).rejects.toThrow(ERROR);
    await using mock = await createMock(['a.http'], { cwd, skipUnsupported: true });
    expect(mock.routes).toMatchObject([{ name: 'get' }]);
  });
});
