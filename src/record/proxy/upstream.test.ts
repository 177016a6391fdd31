import { createServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../../../test/support/files/certificates.js';
import { proxyServer } from '../../../test/support/servers/proxy-server.js';
import { listening } from '../../../test/support/servers/raw-server.js';
import { startProxy, startTarget } from '../../../test/support/servers/recording.js';

describe('a target', () => {
  it('with TLS is reached when its certificate is trusted, or nobody looks', async () => {
    const authority = createCertificate({ name: 'Test Authority', authority: true });
    const { cert, key } = createCertificate({ name: 'site', hosts: ['127.0.0.1'] }, authority);
    const server = createServer({ cert, key }, (_, response) => void response.end('safe'));
    const port = await listening(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const responseWith = async (tls: object): Promise<string> => {
      const { url } = await startProxy(`https://127.0.0.1:${port}`, { tls: { validate: true, ...tls } });
      const response = await fetch(url);
      return `${response.status} ${await response.text()}`;
    };
    expect(await responseWith({ ca: authority.cert })).toBe('200 safe');
    expect(await responseWith({ validate: false })).toBe('200 safe');
    expect(await responseWith({})).toMatch(/^502 .*certificate/);
  });

  it('is reached through a proxy, which gets its credentials', async () => {
    const { url: targetUrl } = await startTarget((_, response) => void response.end('far'));
    const { port, seen } = await proxyServer({ credentials: 'ada:s3cret' });
    const proxy = { kind: 'fixed', url: `http://ada:s3cret@127.0.0.1:${port}` } as const;
    const { url, list } = await startProxy(targetUrl, { proxy });
    expect(await (await fetch(`${url}/x`)).text()).toBe('far');
    expect(seen).toEqual([expect.stringContaining(`GET ${targetUrl}/x Basic `)]);
    expect(JSON.stringify(await list())).not.toContain('Proxy-Authorization');
  });
});
