import { describe, expect, it } from 'vitest';
import { hereNetwork, INTERNET } from '../../../test/support/clients/web-fetch.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';
import { ListedHosts, readListedHost } from '../../http/connect/listed-hosts.js';
import type { RunPermission } from '../call/run-permission.js';
import { KeptRuns } from '../runs/kept-runs.js';
import { createRunTool } from './run.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';

interface Ran {
  readonly text: string;
  readonly received: readonly string[];
}

/** Runs one file under public-only: one loopback address plays the internet, and names lead where the test says. */
async function run(
  textOfFile: (port: number) => string,
  {
    addresses = {},
    config = '',
  }: { readonly addresses?: Record<string, string[]>; readonly config?: string } = {},
): Promise<Ran> {
  const server = await rawServer((socket) => void socket.end(OK));
  const hosts = ['api.example.com:*', 'inside.example.com:*', '127.0.0.1:*', '127.0.0.2:*', 'localhost:*'];
  const permission: RunPermission = {
    hosts: new ListedHosts(hosts.flatMap((host) => readListedHost(host) ?? [])),
    shownHosts: hosts,
    environments: undefined,
    dotenv: new Map(),
    methods: 'all',
    timeoutMs: 60_000,
    maxResults: 1000,
  };
  const cwd = await temporaryWorkspace({ 'a.http': `${textOfFile(server.port)}\n`, 'service.yaml': config });
  const settings = testSettings(cwd, { network: hereNetwork(addresses), run: permission });
  const tool = createRunTool(permission, new KeptRuns());
  const result = await callHere(tool, { files: ['a.http'] }, settings);
  return { text: textOf(result), received: server.requests };
}

describe('a public-only run', () => {
  it('reaches a listed name that is public', async () => {
    const { text, received } = await run((port) => `GET http://api.example.com:${port}/a`);
    expect(text).toMatch(/^PASSED/);
    expect(received[0]).toContain('GET /a HTTP/1.1');
  });

  it('sends nothing of a file whose scripts the configuration refuses', async () => {
    const { text, received } = await run(
      (port) => `GET http://api.example.com:${port}/a\n\n> {%\npm2.track(response);\n%}`,
      { config: 'strictScripts: true\n' },
    );
    expect(text).toContain('parse_error');
    expect(text).toContain('a.http: 1 script statement is not checked');
    expect(received).toEqual([]);
  });

  it.each<[string, (port: number) => string, RegExp, object?]>([
    [
      'a listed name with a private address',
      (port) => `GET http://inside.example.com:${port}/`,
      /blocked: inside\.example\.com is not a public network target/,
      { addresses: { 'inside.example.com': ['10.0.0.7'] } },
    ],
    [
      'a listed name of which one address is private',
      (port) => `GET http://inside.example.com:${port}/`,
      /blocked: inside\.example\.com is not a public network target/,
      { addresses: { 'inside.example.com': [INTERNET, '169.254.169.254'] } },
    ],
    [
      'a listed private address',
      (port) => `GET http://127.0.0.2:${port}/`,
      /blocked: 127\.0\.0\.2 is not a public/,
    ],
    ['a listed local name', (port) => `GET http://localhost:${port}/`, /blocked: localhost is not a public/],
    ['the port of another service', () => 'GET http://api.example.com:25/', /blocked: port 25 is not open/],
    [
      'digest',
      (port) => `# @auth digest ada, planted-pw\nGET http://api.example.com:${port}/`,
      /blocked: .*digest is not available in public-only mode/,
    ],
    [
      'a cloud signature',
      (port) => `# @auth cloudsig key, planted-pw, eu-west-1, s3\nGET http://api.example.com:${port}/`,
      /blocked: .*cloudsig is not available in public-only mode/,
    ],
    [
      'a token of OAuth2',
      (port) =>
        `# @auth oauth2 client_credentials http://api.example.com:${port}/token, app, planted-pw\nGET http://api.example.com:${port}/`,
      /blocked: .*oauth2 is not available in public-only mode/,
    ],
    [
      'a multipart body',
      (port) => `POST http://api.example.com:${port}/\n\n>>>multipart\nfield a = b\n<<<`,
      /blocked: a multipart body is not available in public-only mode/,
    ],
    [
      'a proxy',
      (port) => `GET http://api.example.com:${port}/`,
      /blocked: a proxy is not available in public-only mode/,
      { config: 'proxy: http://api.example.com:1\n' },
    ],
    [
      'a name off the list',
      (port) => `GET http://other.example.com:${port}/`,
      /blocked: other\.example\.com:\d+ is not on/,
    ],
  ])('does not send %s', async (_name, textOfFile, reason, more) => {
    const { text, received } = await run(textOfFile, more);
    expect(text).toMatch(/^ERROR/);
    expect(text).toMatch(reason);
    expect(received).toEqual([]);
    expect(text).not.toMatch(/10\.0\.0\.7|169\.254/);
  });
});
