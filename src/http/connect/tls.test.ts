import { createPrivateKey } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCertificate, toPkcs12 } from '../../../test/support/files/certificates.js';
import { failure, failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import { listening, rawServer } from '../../../test/support/servers/raw-server.js';
import { findTlsFault } from './tls-options.js';

const authority = createCertificate({ name: 'Test Authority', authority: true });
const stranger = createCertificate({ name: 'Strange Authority', authority: true });
const site = createCertificate({ name: 'site', hosts: ['localhost', '127.0.0.1'] }, authority);
const client = createCertificate({ name: 'Client' }, authority);
const trusting = { validate: true, ca: authority.cert };

describe('certificates of servers', () => {
  it('are trusted when their authority is', async () => {
    const server = await secureServer(site);
    const response = await testConnection({ tls: trusting }).send(
      request(`https://localhost:${server.port}/p`),
    );
    expect(JSON.parse(Buffer.from(response.body).toString())).toMatchObject({ servername: 'localhost' });
    expect(response.timing.tls).toBeGreaterThan(0);
    expect(response.httpVersion).toBe('1.1');
  });

  it('may be for an address', async () => {
    const server = await secureServer(site);
    const response = await testConnection({ tls: trusting }).send(
      request(`https://127.0.0.1:${server.port}/`),
    );
    expect(JSON.parse(Buffer.from(response.body).toString())).toMatchObject({ servername: false });
  });

  it('may come from one of several authorities in one text', async () => {
    const server = await secureServer(site);
    const tls = { validate: true, ca: `first\n${stranger.cert}\nsecond\n${authority.cert}` };
    expect(
      (await testConnection({ tls }).send(request(`https://localhost:${server.port}/`))).statusCode,
    ).toBe(200);
  });

  it.each([
    ['unknown authority', site, { validate: true }, 'is not from a trusted authority'],
    ['another authority', site, { validate: true, ca: stranger.cert }, 'is not from a trusted authority'],
    [
      'self-signed',
      createCertificate({ name: 'x', hosts: ['localhost'] }),
      trusting,
      'is self-signed and not trusted',
    ],
    [
      'another name',
      createCertificate({ name: 'x', hosts: ['other.test'] }, authority),
      trusting,
      'is for another name',
    ],
    [
      'expired',
      createCertificate(
        { name: 'x', hosts: ['localhost'], notAfter: new Date(Date.now() - 1000) },
        authority,
      ),
      trusting,
      'has expired',
    ],
    [
      'not yet valid',
      createCertificate(
        { name: 'x', hosts: ['localhost'], notBefore: new Date(Date.now() + 1e7) },
        authority,
      ),
      trusting,
      'is not valid yet',
    ],
  ])('are refused: %s; and accepted when asked for', async (_case, certificate, tls, message) => {
    const server = await secureServer(certificate);
    const url = `https://localhost:${server.port}/`;
    expect(await failureText(testConnection({ tls }).send(request(url)))).toBe(
      `tls: the certificate of localhost:${server.port} ${message}`,
    );
    expect(server.requests()).toBe(0);
    const insecure = testConnection({ tls: { ...tls, validate: false } });
    expect((await insecure.send(request(url))).statusCode).toBe(200);
  });
});

describe('TLS handshakes', () => {
  it('fail with servers that do not speak TLS', async () => {
    const server = await rawServer(() => {});
    const tcp = createTcpServer((socket) => socket.on('error', () => {}).end('220 mail ready\r\n'));
    onTestFinished(() => void tcp.close());
    const port = await listening(tcp);
    const found = await failure(testConnection().send(request(`https://localhost:${port}/`)));
    expect(found.errorKind).toBe('tls');
    expect(found.message).toMatch(new RegExp(`^the TLS handshake with localhost:${port} failed \\(.+\\)$`));
    expect(server.requests).toHaveLength(0);
  });

  it('fail when the server hangs up', async () => {
    const tcp = createTcpServer((socket) => socket.once('data', () => socket.end()));
    onTestFinished(() => void tcp.close());
    const port = await listening(tcp);
    expect(await failureText(testConnection().send(request(`https://localhost:${port}/`)))).toBe(
      `tls: the TLS handshake with localhost:${port} failed (the connection was closed)`,
    );
  });

  it('are bounded by the connect timeout', async () => {
    const tcp = createTcpServer((socket) => void socket.on('error', () => {}).resume());
    onTestFinished(() => void tcp.close());
    const port = await listening(tcp);
    const { send } = testConnection({ connectTimeout: 60 });
    expect(await failureText(send(request(`https://localhost:${port}/`)))).toBe(
      `timeout: no connection to localhost:${port} came about in 60 ms`,
    );
  });

  it('need TLS 1.2', async () => {
    const server = await secureServer(site, {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    });
    const { send } = testConnection({ tls: { validate: false } });
    expect((await failure(send(request(`https://localhost:${server.port}/`)))).errorKind).toBe('tls');
    const modern = await secureServer(site, { maxVersion: 'TLSv1.2' });
    expect((await send(request(`https://localhost:${modern.port}/`))).statusCode).toBe(200);
  });

  it('happen once for requests one after another', async () => {
    const server = await secureServer(site);
    const { send } = testConnection({ tls: trusting });
    await send(request(`https://localhost:${server.port}/`));
    const second = await send(request(`https://localhost:${server.port}/`));
    expect(second.timing).toMatchObject({ dns: 0, connect: 0, tls: 0 });
  });

  it('open as many connections as needed when the server has no HTTP/2', async () => {
    const server = await secureServer(site);
    const { send } = testConnection({ tls: trusting, maxSockets: 4 });
    const url = `https://localhost:${server.port}/`;
    const all = await Promise.all(Array.from({ length: 30 }, () => send(request(url))));
    expect(all.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });
});

describe('client certificates', () => {
  const demanding = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  const { cert, key } = client;
  const encrypted = client.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' })
    .toString();

  it.each([
    ['PEM and key', { cert, key }],
    ['PEM with the key inside', { cert: `${key}${cert}` }],
    ['an encrypted key', { cert, key: encrypted, passphrase: 'open sesame' }],
    ['PKCS#12', { cert: toPkcs12(client, 'open sesame'), passphrase: 'open sesame' }],
    ['PKCS#12 without a password', { cert: toPkcs12(client, '') }],
  ])('are given: %s', async (_case, settings) => {
    const server = await secureServer(site, demanding);
    const tls = { ...trusting, ...settings };
    expect(findTlsFault(tls)).toBeUndefined();
    const response = await testConnection({ tls }).send(request(`https://localhost:${server.port}/`));
    expect(JSON.parse(Buffer.from(response.body).toString())).toMatchObject({ client: 'Client' });
  });

  it('go only to the origins named, also those named later', async () => {
    const server = await secureServer(site, { ...demanding, rejectUnauthorized: false });
    const origins = new Set([`https://localhost:${server.port}`]);
    const tls = { ...trusting, cert, key, clientCertificateOrigins: origins };
    const { send } = testConnection({ tls });
    const clientOf = async (url: string) => {
      const { body } = await send(request(url, { headers: [['Connection', 'close']] }));
      return (JSON.parse(Buffer.from(body).toString()) as { client?: string }).client;
    };
    expect(await clientOf(`https://localhost:${server.port}/`)).toBe('Client');
    expect(await clientOf(`https://127.0.0.1:${server.port}/`)).toBeUndefined();
    const other = await secureServer(site, { ...demanding, rejectUnauthorized: false });
    origins.add(`https://127.0.0.1:${other.port}`);
    expect(await clientOf(`https://127.0.0.1:${other.port}/`)).toBe('Client');
  });

  it('may be demanded', async () => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const server = await secureServer(site, { ...demanding, maxVersion });
      const { send } = testConnection({ tls: trusting });
      expect((await failure(send(request(`https://localhost:${server.port}/`)))).errorKind).toBe('tls');
    }
  });

  it.each([
    ['no PEM', { ca: 'hello' }, 'the CA file holds no PEM certificate'],
    [
      'damaged CA',
      { ca: authority.cert.replace(/MII../, 'AAAA') },
      'the CA file holds a damaged certificate',
    ],
    ['damaged certificate', { cert: 'hello', key }, 'the client certificate or its key cannot be read'],
    [
      'no key',
      { cert },
      'the client certificate or its key cannot be read; a key in a file of its own is given with --key',
    ],
    ['damaged PKCS#12', { cert: Buffer.from('hello') }, 'the client certificate or its key cannot be read'],
    ['another key', { cert, key: site.key }, 'the client certificate and its key do not belong together'],
    ['no passphrase', { cert, key: encrypted }, 'the key needs a passphrase; set SVC_KEY_PASSPHRASE'],
    [
      'a wrong passphrase',
      { cert, key: encrypted, passphrase: 'sim sala bim' },
      'the passphrase in SVC_KEY_PASSPHRASE does not open the key',
    ],
    [
      'a wrong password of PKCS#12',
      { cert: toPkcs12(client, 'open sesame'), passphrase: 'sim sala bim' },
      'the passphrase in SVC_KEY_PASSPHRASE does not open the key',
    ],
  ])('and authorities that cannot be used are found before the run: %s', async (_case, settings, message) => {
    const tls = { validate: true, ...settings };
    expect(findTlsFault(tls)).toBe(message);
    const server = await secureServer(site);
    const { send } = testConnection({ tls });
    expect((await failure(send(request(`https://localhost:${server.port}/`)))).errorKind).toBe('tls');
  });
});

describe('a wrong passphrase', () => {
  // Of a key whose passphrase is "open sesame": this wrong one yields something that ends like a key, as one of 256 does.
  const key = [
    '-----BEGIN ENCRYPTED PRIVATE KEY-----',
    'MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjGX1/YrdMV0AICCAAw',
    'DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEELlmDiiX/Fy0FphnvIxEaZ0EgZBk',
    'fK6zRf68hQ6oFQlB/FNfAHuslilUo9YmtW3cATsvv6f/GmFZ3c1Vhg6F5Gd47bZB',
    'yhs5o38EVCJmdZsI7v0drAYWP4jp6UHWCgBl1hy6nDOPgiWZRxwGO0nULgX22WFq',
    'HNqPIc4a1pLQaHvUeEbMVXp0sKBqYVj5zuBhUdyJBQcU5w68DRF2WuVmW0WB3bA=',
    '-----END ENCRYPTED PRIVATE KEY-----',
  ].join('\n');

  it('is named also when what it yields ends like a key', () => {
    const { cert } = client;
    expect(() => createPrivateKey({ key, passphrase: 'wrong 165' })).toThrow(/^(?!.*bad decrypt)/);
    expect(findTlsFault({ validate: true, cert, key, passphrase: 'wrong 165' })).toBe(
      'the passphrase in SVC_KEY_PASSPHRASE does not open the key',
    );
    expect(findTlsFault({ validate: true, cert: 'hello', key, passphrase: 'open sesame' })).toBe(
      'the client certificate or its key cannot be read',
    );
  });
});

interface SecureServer {
  readonly port: number;
  requests(): number;
  connections(): number;
}

async function secureServer(
  { cert, key }: { cert: string; key: string },
  options: Parameters<typeof createServer>[0] = {},
): Promise<SecureServer> {
  let requests = 0;
  let connections = 0;
  const server: Server = createServer({ cert, key, ...options }, (incoming, outgoing) => {
    requests += 1;
    const socket = incoming.socket as TLSSocket;
    const { subject } = socket.getPeerCertificate();
    outgoing.end(JSON.stringify({ servername: socket.servername, client: subject?.CN }));
  });
  server.on('secureConnection', () => (connections += 1));
  server.on('tlsClientError', () => {});
  onTestFinished(() => server.close().closeAllConnections());
  return { port: await listening(server), requests: () => requests, connections: () => connections };
}
