import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  sendRequest,
  startServer,
  useServer,
  type RunningServer,
} from '../../support/servers/running-server.js';

const sharedServer = useServer();

const HOSTS: readonly (readonly [host: string, allowed: boolean])[] = [
  ['localhost', true],
  ['LOCALHOST:9', true],
  ['localhost.', true],
  ['127.0.0.1:65535', true],
  ['[::1]:80', true],
  ['localhost..', false],
  ['attacker.test', false],
  ['localhost.attacker.test', false],
  ['127.0.0.1.nip.io', false],
  ['127.0.0.2', false],
  ['[::2]', false],
  ['localhost:x', false],
  ['user@localhost', false],
  ['localhost, attacker.test', false],
];

/** `own` stands for the origin of the requested host. */
const ORIGINS: readonly (readonly [origin: string | undefined, allowed: boolean])[] = [
  [undefined, true],
  ['own', true],
  ['http://localhost:3000', false],
  ['https://127.0.0.1', false],
  ['HTTP://[::1]:8080', false],
  ['null', false],
  ['', false],
  ['http://localhost.attacker.test', false],
  ['http://attacker.test', false],
  ['https://attacker.test:4000', false],
  ['http://localhost@attacker.test', false],
  ['http://localhost/', false],
  ['file://', false],
  ['chrome-extension://abc', false],
  ['http://localhost, http://attacker.test', false],
];

const SITES: readonly (readonly [site: string | undefined, allowed: boolean])[] = [
  [undefined, true],
  ['none', true],
  ['same-origin', true],
  ['same-site', false],
  ['cross-site', false],
  ['anything', false],
];

describe('a hostile page', () => {
  it('is refused by the first check that fails', async () => {
    const server = sharedServer();
    for (const [host, hostAllowed] of HOSTS) {
      for (const [named, originAllowed] of ORIGINS) {
        const origin = named === 'own' ? `http://${host}` : named;
        for (const [site, siteAllowed] of SITES) {
          const expected = !hostAllowed
            ? [403, `host not allowed: ${host}`]
            : !originAllowed
              ? [403, `origin not allowed: ${origin ?? ''}`]
              : siteAllowed
                ? [200, undefined]
                : [403, 'cross-site request refused'];
          expect(await verdict(server, { host, origin, site }), `${host} ${origin} ${site}`).toEqual(
            expected,
          );
        }
      }
    }
  });

  it('of this machine is allowed with --cors when it sends its origin', async () => {
    const server = await startServer({ args: ['--cors'] });
    const cases: readonly (readonly [
      origin: string | undefined,
      site: string | undefined,
      status: number,
    ])[] = [
      ['http://localhost:3000', undefined, 200],
      ['http://localhost:3000', 'same-site', 200],
      ['https://127.0.0.1', 'cross-site', 200],
      ['HTTP://[::1]:8080', 'cross-site', 200],
      ['http://localhost:3000', 'anything', 403],
      [undefined, 'same-site', 403],
      [undefined, 'cross-site', 403],
      ['null', 'same-site', 403],
      ['http://127.0.0.2:3000', 'same-site', 403],
      ['http://page.localhost:3000', 'same-site', 403],
      ['http://localhost.attacker.test', 'same-site', 403],
    ];
    for (const [origin, site, status] of cases) {
      const [received] = await verdict(server, { host: 'localhost', origin, site });
      expect([origin, site, received]).toEqual([origin, site, status]);
    }
  });

  it('is refused also on unknown paths', async () => {
    const server = sharedServer();
    const refused = await server.get('/nothing-here', { Origin: 'http://attacker.test' });
    expect(refused.json).toMatchObject({ message: 'origin not allowed: http://attacker.test' });
    expect((await server.get('/nothing-here', { Host: 'attacker.test' })).status).toBe(403);
  });

  it('is allowed when it has the same origin as the server', async () => {
    const server = await startServer({ args: ['--host', '0.0.0.0'] });
    const cases: readonly (readonly [host: string, origin: string, status: number])[] = [
      ['127.0.0.1:9', 'http://127.0.0.1:9', 200],
      ['0.0.0.0:5', 'http://0.0.0.0:5', 200],
      ['0.0.0.0', 'http://0.0.0.0:80', 200],
      ['0.0.0.0:80', 'http://0.0.0.0', 200],
      [hostname(), `http://${hostname().toUpperCase()}`, 200],
      ['0.0.0.0:5', 'http://0.0.0.0:6', 403],
      ['0.0.0.0:5', 'https://0.0.0.0:5', 403],
      ['127.0.0.2', 'http://127.0.0.2', 403],
    ];
    for (const [host, origin, status] of cases) {
      const [received] = await verdict(server, { host, origin });
      expect(received, `${host} ${origin}`).toBe(status);
    }
    expect(server.svc.stderr()).toContain('everyone who can reach 0.0.0.0 can execute requests');
  });

  it.runIf(process.platform === 'linux')(
    'is allowed by the address of the connection when the server listens on all',
    async () => {
      const headers = { Host: '127.0.0.2:1', Origin: 'http://127.0.0.2:1' };
      const all = await startServer({ args: ['--host', '0.0.0.0'] });
      const other = `http://127.0.0.2:${all.port}`;
      expect((await sendRequest(other, 'GET', '/api/v1/system/info', { headers })).status).toBe(200);
      const third = { ...headers, Host: '127.0.0.3:1' };
      expect((await sendRequest(other, 'GET', '/api/v1/system/info', { headers: third })).status).toBe(403);
    },
  );
});

interface Sent {
  readonly host: string;
  readonly origin?: string | undefined;
  readonly site?: string | undefined;
}

async function verdict(server: RunningServer, { host, origin, site }: Sent): Promise<readonly unknown[]> {
  const headers = {
    Host: host,
    ...(origin !== undefined && { Origin: origin }),
    ...(site !== undefined && { 'Sec-Fetch-Site': site }),
  };
  const { status, json } = await server.get('/system/info', headers);
  return [status, (json as { message?: string }).message];
}
