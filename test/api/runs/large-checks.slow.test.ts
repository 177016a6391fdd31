import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { rawServer } from '../../support/servers/raw-server.js';
import { expectPrompt, watched } from '../../support/servers/responsiveness.js';
import { sendRequest, startServerProcess } from '../../support/servers/running-server.js';

const REQUESTS = 60_000;
const HEADERS = 60_000;

describe('large files', { timeout: 180_000 }, () => {
  it('are verified as contracts while other requests are answered', async () => {
    const provider = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    );
    const skipped = (_: unknown, index: number): string =>
      dedent`
        ### r${index}
        # @skip not now
        GET {{provider}}/r${index}

        >>>
        expect status 200
        <<<

      `;
    const text = dedent`
      ### first
      GET {{provider}}/first

      ${Array.from({ length: REQUESTS }, skipped).join('')}
    `;
    const server = await startServerProcess({ files: { 'large.http': text }, timeout: 180_000 });
    const json = { providerUrl: provider.url };
    const verify = (): ReturnType<typeof sendRequest> =>
      sendRequest(server.origin, 'POST', '/api/v1/contract/verify', { json });
    const verified = await watched(server, verify);
    expectPrompt(verified, 'POST /contract/verify', 0.3);
    expect(verified.result.status).toBe(200);
    const [file] = verified.result.json as readonly { readonly results: readonly unknown[] }[];
    expect(file).toMatchObject({ file: 'large.http', passed: 1, failed: 0, skipped: REQUESTS });
    expect(file?.results).toHaveLength(REQUESTS + 1);
    expect(provider.requests.map((sent) => sent.split(' ')[1])).toEqual(['/first']);
    const last = await sendRequest(server.origin, 'GET', '/api/v1/contract/result');
    expect(last.json).toEqual({
      running: 0,
      providerUrl: provider.url,
      finishedAt: expect.stringMatching(/Z$/) as string,
      results: verified.result.json,
    });
  });

  it('are validated while other requests are answered', async () => {
    const server = await startServerProcess({
      files: { 'b.http': 'GET http://localhost/\n' },
      timeout: 180_000,
    });
    const line = (_: unknown, index: number): string =>
      dedent`
        ### r${index}
        GET http://localhost/{{gone${index}}}

      `;
    const content = Array.from({ length: 90_000 }, line).join('');
    const json = {
      file: 'a.http',
      content: dedent`
        ### a
        # @name a
        GET http://h

        ### b
        # @name a
        GET http://h

        ${content}
      `,
    };
    const checked = await watched(server, () => server.call('POST', '/validate', { json }));
    expectPrompt(checked, 'POST /validate', 0.5);
    expect(checked.result.status).toBe(200);
    const { diagnostics } = checked.result.json as { diagnostics: readonly { code: string; line: number }[] };
    expect(diagnostics).toMatchObject([{ line: 6 }]);
    const outside = await server.call('POST', '/validate', { json: { ...json, file: '../a.http' } });
    expect(outside.status).toBe(403);
  });

  it('are mocked while other requests are answered', async () => {
    const checks = Array.from({ length: HEADERS }, (_, index) => `expect header X-${index} exists`);
    const text = dedent`
      ### a
      GET http://localhost/a

      >>>
      ${checks.join('\n')}
      <<<
    `;
    const server = await startServerProcess({ files: { 'large.http': text }, timeout: 180_000 });
    const json = { files: ['large.http'], port: 0 };
    const started = await watched(server, () => server.call('POST', '/mock/start', { json }));
    expectPrompt(started, 'POST /mock/start');
    expect(started.result.json).toMatchObject({ running: true, routes: [{ path: '/a' }], warnings: [] });
  });
});
