import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { type Result } from './execute-settings-setup.js';

describe('an execution', () => {
  it('resolves variables from captures, the file, the environment, dotenv and the process, in this order', async () => {
    const { url, seen } = await loopback(() => ({ json: { v: '{{file}}' } }));
    const text = dedent`
      @file = f
      @env = f

      ### a
      GET ${url}/{{file}}/{{env}}/{{dot}}/{{proc}}/{{ref}}
      >>>capture
      file from body.v
      <<<
      ### b
      # @depends a
      GET ${url}/?{{file}}&{{a.file}}
    `;
    const config = dedent`
      envFile: .env
      environments:
        dev:
          env: e
          dot: e
          ref: \${proc}-\${dot}
    `;
    const files = { 'a.http': text, 'service.yaml': config, '.env': 'dot=d\nproc=d\n' };
    const server = await startServer({ files, env: { proc: 'p', none: 'n' } });
    const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
    expect(json).toMatchObject({ passed: 2 });
    // Values of a response are not interpolated again.
    expect(seen).toEqual(['GET /f/f/e/d/p-d', 'GET /?%7B%7Bfile%7D%7D&%7B%7Bfile%7D%7D']);
  });

  it('passes without assertions from 200 to 299 only', async () => {
    const { url } = await loopback(({ path }) => Number(path.slice(1)));
    const codes = [200, 204, 299, 300, 304, 400, 500];
    const text = codes
      .map(
        (code) => dedent`
          ### s${code}
          # @no-redirect
          GET ${url}/${code}
        `,
      )
      .join('');
    const { call } = await startServer({ files: { 'a.http': text } });
    const { json } = await call('POST', '/run', { json: { file: 'a.http' } });
    const { results } = json as { results: Result[] };
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true, false, false, false, false]);
  });
});
