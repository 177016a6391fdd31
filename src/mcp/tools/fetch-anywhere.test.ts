import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { proxyServer } from '../../../test/support/servers/proxy-server.js';
import { listening } from '../../../test/support/servers/raw-server.js';
import {
  digestFault,
  signatureFault,
  type SeenRequest,
} from '../../../test/support/clients/verify-credentials.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { FetchNetwork } from '../../web-fetch/bounded-fetch.js';
import { fetchTool } from './fetch.js';

const ACCOUNT = { username: 'ada', password: 's3cret-word', realm: 'lamps' };
const CHALLENGE = 'Digest realm="lamps", nonce="n0", qop="auth", algorithm=SHA-256';

type Handler = (seen: SeenRequest, response: ServerResponse) => void;

interface Place {
  readonly url: string;
  readonly seen: SeenRequest[];
}

async function serving(handler: Handler): Promise<Place> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void read(incoming).then((request) => {
      seen.push(request);
      handler(request, response);
    });
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, seen };
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const raw = incoming.rawHeaders;
  const headers = raw.flatMap((name, i): [string, string][] =>
    i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : [],
  );
  return { method: incoming.method ?? '', target: incoming.url ?? '', headers, body: Buffer.concat(chunks) };
}

async function fetchAnywhere(
  files: Record<string, string>,
  network: Partial<FetchNetwork> = {},
  args: object = {},
): Promise<string> {
  const root = await temporaryWorkspace(files);
  const settings = testSettings(root, { network: { policy: 'any-network', ...network } });
  return textOf(await callHere(fetchTool, { file: 'a.http', ...args }, settings));
}

describe('@auth digest under any-network', () => {
  const file = (url: string): Record<string, string> => ({
    'a.http': dedent`
      ### a
      # @auth digest ${ACCOUNT.username}, ${ACCOUNT.password}
      POST ${url}/x?y=1

      lamp
    `,
  });
  /** Challenges with the given body, then checks the credentials. */
  const guarded = (challengeBody: string, account = ACCOUNT): Promise<Place> =>
    serving((seen, response) => {
      const fault = digestFault(seen, account);
      if (fault === undefined) response.end('welcome');
      else
        response
          .writeHead(401, { 'WWW-Authenticate': CHALLENGE })
          .end(fault === 'no answer' ? challengeBody : 'wrong credentials');
    });

  it('gets credentials, and the body of the challenge is never shown', async () => {
    const { url, seen } = await guarded('who are you');
    expect(await fetchAnywhere(file(url))).toBe('welcome');
    expect(seen.map(({ body }) => Buffer.from(body).toString())).toEqual(['lamp', 'lamp']);
  });

  it('does not care how large a challenge is', async () => {
    const { url } = await guarded('x'.repeat(4_000_000));
    expect(await fetchAnywhere(file(url))).toBe('welcome');
  });

  it('shows the refusal of a wrong password', async () => {
    const { url, seen } = await guarded('who are you', { ...ACCOUNT, password: 'other' });
    expect(await fetchAnywhere(file(url))).toBe('wrong credentials');
    expect(seen).toHaveLength(2);
  });

  it('shows a refusal without a supported challenge', async () => {
    const { url } = await serving((_, response) => {
      response
        .writeHead(401, { 'WWW-Authenticate': 'Digest realm="x", nonce="n", algorithm=ROT13' })
        .end('no');
    });
    expect(await fetchAnywhere(file(url))).toBe('no');
  });
});

describe('@auth oauth2 under any-network', () => {
  const file = (url: string): Record<string, string> => ({
    'a.http': dedent`
      ### a
      # @auth oauth2 client_credentials ${url}/token, id, s3cret-word
      GET ${url}/x
    `,
  });

  it('fetches a token and shows nothing of it', async () => {
    const { url, seen } = await serving(({ target }, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(
        target === '/token' ? '{"access_token": "tok-123456", "token_type": "Bearer"}' : '{"a": 1}',
      );
    });
    const text = await fetchAnywhere(file(url), {}, { format: 'json' });
    expect(JSON.parse(text)).toMatchObject({ status_code: 200, body: '{"a": 1}', redirects: 0 });
    expect(text).not.toContain('tok-123456');
    expect(seen.map(({ target }) => target)).toEqual(['/token', '/x']);
    expect(Object.fromEntries(seen[1]?.headers ?? [])['Authorization']).toBe('Bearer tok-123456');
  });

  it.each([
    ['above 64 KiB', 200, `{"access_token": "t", "more": "${'x'.repeat(65_536)}"}`],
    ['elsewhere', 302, ''],
    ['refused', 400, '{"error": "invalid_client", "error_description": "s3cret-word"}'],
  ])('reveals nothing of a token that is %s', async (_, status, body) => {
    const { url, seen } = await serving(({ target }, response) => {
      const isFirst = target === '/token';
      response.writeHead(isFirst ? status : 200, { Location: '/elsewhere' }).end(isFirst ? body : '{}');
    });
    const text = await fetchAnywhere(file(url));
    expect(text).toMatch(/^(?:unsupported_request|body_too_large): /);
    expect(text).not.toContain('s3cret-word');
    expect(new Set(seen.map(({ target }) => target))).toEqual(new Set(['/token']));
  });
});

it('@auth cloudsig is signed under any-network', async () => {
  const account = { accessKey: 'AKID', secretKey: 's3cret-word', region: 'eu', service: 'lamps' };
  const { url } = await serving((seen, response) => response.end(signatureFault(seen, account) ?? 'signed'));
  const file = dedent`
    ### a
    # @auth cloudsig AKID, s3cret-word, eu, lamps
    POST ${url}/x?b=2&a=1

    lamp
  `;
  expect(await fetchAnywhere({ 'a.http': file })).toBe('signed');
});

describe('proxies under any-network', () => {
  it('come from the environment, and one of the config wins', async () => {
    const { url } = await serving((_, response) => response.end('ok'));
    const [ambient, own] = [await proxyServer(), await proxyServer()];
    const variables = { HTTP_PROXY: `http://127.0.0.1:${ambient.port}` };
    const network = { proxy: { kind: 'environment' as const, variables } };
    const file = { 'a.http': `GET ${url}/x\n` };
    expect(await fetchAnywhere(file, network)).toBe('ok');
    expect([ambient.seen.length, own.seen.length]).toEqual([1, 0]);
    const config = { 'service.yaml': `proxy: http://127.0.0.1:${own.port}\n` };
    expect(await fetchAnywhere({ ...file, ...config }, network)).toBe('ok');
    expect([ambient.seen.length, own.seen.length]).toEqual([1, 1]);
    const aside = { ...variables, NO_PROXY: '127.0.0.1' };
    expect(await fetchAnywhere(file, { proxy: { kind: 'environment', variables: aside } })).toBe('ok');
    expect([ambient.seen.length, own.seen.length]).toEqual([1, 1]);
  });

  it('that cannot be reached keep their addresses secret', async () => {
    const config = { 'service.yaml': 'proxy: http://ada:s3cret-word@127.0.0.1:1\n' };
    const text = await fetchAnywhere({ 'a.http': 'GET http://a.example/\n', ...config });
    expect(text).toMatch(/^network_error: a\.example: /);
    expect(text).not.toContain('s3cret-word');
  });
});
