import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { rawServer } from '../../support/servers/raw-server.js';
import { expectPrompt, watched } from '../../support/servers/responsiveness.js';
import { sendRequest, startServerProcess, type ApiResponse } from '../../support/servers/running-server.js';

const TEN_MIB = 10 * 1024 * 1024;

/** As many whole lines as fit into the size. */
function filled(size: number, line: (index: number) => string): string {
  let text = '';
  for (let index = 0; ; index += 1) {
    const next = line(index);
    if (text.length + next.length > size) return text;
    text += next;
  }
}

const request = (url: string) => (index: number) =>
  dedent`
    ### r${index}
    GET ${url}/${index}
    X-Number: ${index}

    >>>
    expect status 200
    expect header content-type exists
    <<<

  `;

describe('a request file of 10 MiB', () => {
  it('is counted, shown and executed while other requests are answered', { timeout: 120_000 }, async () => {
    const target = await rawServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n');
    });
    const text = filled(TEN_MIB, request(target.url));
    const server = await startServerProcess({ files: { 'large.http': text }, timeout: 120_000 });
    const counted = await watched(server, () => server.get('/workspace'));
    expectPrompt(counted, 'GET /workspace');
    const { totalRequests } = counted.result.json as { totalRequests: number };
    expect(totalRequests).toBeGreaterThan(50_000);
    const shown = await watched(server, () => sendRequest(server.origin, 'GET', '/api/v1/files/large.http'));
    expectPrompt(shown, 'GET /files');
    const { requests } = shown.result.json as { requests: readonly { name: string }[] };
    expect(requests).toHaveLength(totalRequests);
    expect(requests.at(-1)?.name).toBe(`r${totalRequests - 1}`);
    const json = { file: 'large.http', requestName: `r${totalRequests - 1}` };
    const { status, json: ran } = await server.call('POST', '/execute', { json });
    expect([status, ran]).toMatchObject([200, { passed: 1, failed: 0 }]);
  });

  it('is read for an execution while other requests are answered', { timeout: 120_000 }, async () => {
    const target = await rawServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const text = dedent`
      ### first
      GET ${target.url}
      ${filled(TEN_MIB - 200, request(target.url))}
    `;
    const server = await startServerProcess({ files: { 'large.http': text }, timeout: 120_000 });
    const json = { file: 'large.http', requestName: 'first' };
    const ran = await watched(server, () => server.call('POST', '/execute', { json }));
    expectPrompt(ran, 'POST /execute');
    expect(ran.result.json).toMatchObject({ passed: 1 });
  });

  it('with a million errors is refused with the first ones', { timeout: 120_000 }, async () => {
    const text = dedent`
      ### a
      GET http://localhost

      >>>
      <<<
      ${'?\n'.repeat(999_999)}?
    `;
    const server = await startServerProcess({ files: { 'bad.http': text }, timeout: 120_000 });
    const refused = await watched(server, () => server.get('/files/bad.http'));
    expectPrompt(refused, 'GET /files');
    const { message, diagnostics } = refused.result.json as { message: string; diagnostics: unknown[] };
    expect(message).toMatch(/^bad\.http:6:1: .* \(and 999999 more\)$/);
    expect(diagnostics).toHaveLength(1000);
    const again = await server.call('POST', '/execute', { json: { file: 'bad.http' } });
    expect([again.status, (again.json as { message: string }).message]).toEqual([400, message]);
    expect((await server.get('/workspace')).json).toMatchObject({ totalRequests: 0 });
  });
});

describe('a config file of nearly 1 MiB', () => {
  it('is read and changed while other requests are answered', { timeout: 120_000 }, async () => {
    const environment = filled(900_000, (index) => `    v${index}: "value ${index}"\n`);
    const before = `# mine\ntimeout: 5000 # ms\nenvironments:\n  dev:\n${environment}`;
    const server = await startServerProcess({ files: { 'service.yaml': before }, timeout: 120_000 });
    const change = (): Promise<ApiResponse> => server.call('PUT', '/config', { json: { timeout: 7000 } });
    const changed = await watched(server, change);
    expectPrompt(changed, 'PUT /config');
    expect(changed.result.json).toMatchObject({ timeout: 7000 });
    const read = await watched(server, () => server.get('/environments/dev'));
    expect(read.result.json).toMatchObject({ variables: { v7: 'value 7' } });
    const invalid = await server.call('PUT', '/config', { json: { timeout: -1 } });
    expect(invalid.status).toBe(400);
    expect((await server.get('/config')).json).toMatchObject({ timeout: 7000 });
  });
});
