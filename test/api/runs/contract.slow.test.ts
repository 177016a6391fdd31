import { describe, expect, it } from 'vitest';
import { deadUrl } from '../../support/servers/dead-url.js';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { verify, provider } from './contract-setup.js';

interface FileResult {
  readonly file: string;
  readonly results: readonly Record<string, unknown>[];
}

describe('POST /contract/verify', () => {
  it('fails an interaction without sending it when its state cannot be set', async () => {
    const { url, seen } = await provider();
    const files = {
      'a.http': dedent`
        ### a
        # @contract.state ready
        GET {{baseUrl}}/a
        ### b
        GET {{baseUrl}}/b
      `,
    };
    const server = await startServer({ files });
    const handlers = [
      [`${url}/states/move`, 'state handler answered 302'],
      [await deadUrl(), expect.stringMatching(/^state handler failed: .*refused the connection$/) as string],
    ] as const;
    for (const [stateHandler, error] of handlers) {
      const { json } = await verify(server, { providerUrl: url, stateHandler, files: ['a.http'] });
      expect((json as readonly FileResult[])[0]?.results).toMatchObject([
        { name: 'a', passed: false, duration: 0, error },
        { name: 'b', passed: true, error: '' },
      ]);
    }
    expect(seen).toEqual(['POST /states/move', 'GET /b', 'GET /b']);
  });

  it('waits ten seconds for a state handler', async () => {
    const { url } = await provider();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          # @contract.state x
          GET {{baseUrl}}/a
        `,
      },
    });
    const { json } = await verify(server, { providerUrl: url, stateHandler: `${url}/slow` });
    expect((json as readonly FileResult[])[0]?.results[0]).toMatchObject({
      error: 'state handler did not answer within 10 s',
    });
  });

  it('is cancelled when its client disconnects', async () => {
    const { url, seen } = await provider();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET {{baseUrl}}/slow
          ### b
          GET {{baseUrl}}/b
        `,
      },
    });
    const gone = new AbortController();
    const asked = server.call('POST', '/contract/verify', {
      json: { providerUrl: url },
      signal: gone.signal,
    });
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['GET /slow']);
    expect((await server.get('/contract/result')).json).toMatchObject({ running: 1, finishedAt: '' });
    gone.abort();
    await expect(asked).rejects.toThrow();
    await server.get('/health');
    expect(seen).toEqual(['GET /slow']);
  });
});
