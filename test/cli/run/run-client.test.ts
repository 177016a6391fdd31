import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { createCertificate, toPkcs12 } from '../../support/files/certificates.js';
import { clearHttp2Server } from '../../support/servers/http2-server.js';
import { proxyServer } from '../../support/servers/proxy-server.js';
import { loopback } from '../../support/runs/run-requests.js';
import { run } from '../support/run-results.js';

describe('the HTTP client of svc run', () => {
  const hop = async () =>
    loopback(({ path }) => {
      const step = Number(path.slice(1));
      return step > 0 ? { status: 302, headers: { Location: `/${step - 1}` } } : 200;
    });

  it('--no-follow and --max-redirects', async () => {
    const { url } = await hop();
    const file = {
      'a.http': dedent`
        ### one
        GET ${url}/3

        >>>
        expect status > 0
        <<<
      `,
    };
    const status = async (args: string[], env: Record<string, string> = {}) => {
      const { tests } = await run(file, args, env);
      return tests[0]?.errorKind ?? tests[0]?.response?.statusCode;
    };
    expect(await status([])).toBe(200);
    expect(await status(['--no-follow'])).toBe(302);
    expect(await status(['--max-redirects', '2'])).toBe('redirects');
    expect(await status(['--max-redirects', '3'])).toBe(200);
    expect(await status([], { SVC_NO_FOLLOW: 'yes' })).toBe(302);
    expect(await status([], { SVC_MAX_REDIRECTS: '2' })).toBe('redirects');
  });

  it('--no-cookies', async () => {
    const { url, requests } = await loopback(() => ({ headers: { 'Set-Cookie': 'a=1' } }));
    const file = {
      'a.http': dedent`
        ### one
        GET ${url}
        ### two
        GET ${url}
      `,
    };
    await run(file, []);
    await run(file, ['--no-cookies']);
    await run(file, [], { SVC_NO_COOKIES: '1' });
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([
      ...[undefined, 'a=1'],
      ...[undefined, undefined],
      ...[undefined, undefined],
    ]);
  });

  it('keeps no cookie for a public suffix', async () => {
    const set = ['all=1; Domain=co.uk', 'own=1; Domain=shop.co.uk'];
    const { url, requests } = await loopback(() => ({ headers: { 'Set-Cookie': set } }));
    const file = {
      'a.http': dedent`
        ### one
        GET http://a.shop.co.uk/
        ### two
        GET http://b.shop.co.uk/
      `,
    };
    await run(file, ['--proxy', url]);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'own=1']);
  });

  it('--max-body-bytes', async () => {
    const { url } = await loopback(() => ({ text: 'x'.repeat(1000) }));
    const file = { 'a.http': `### one\nGET ${url}\n` };
    expect((await run(file, ['--max-body-bytes', '999'])).tests[0]?.errorKind).toBe('bodyLimit');
    expect((await run(file, ['--max-body-bytes', '1000'])).tests[0]?.response?.size).toBe(1000);
    expect((await run(file, [], { SVC_MAX_BODY_BYTES: '9' })).tests[0]?.errorKind).toBe('bodyLimit');
  });

  it('--proxy, SVC_PROXY, the config, and none at all', async () => {
    const { url, seen } = await loopback();
    const proxy = await proxyServer();
    const address = `http://127.0.0.1:${proxy.port}`;
    const file = { 'a.http': `### one\nGET ${url}/x\n` };
    await run(file, ['--proxy', address]);
    expect(proxy.seen).toHaveLength(1);
    await run(file, [], { SVC_PROXY: address });
    await run({ ...file, 'service.yaml': `proxy: ${address}\n` }, []);
    await run(file, [], { http_proxy: address });
    expect(proxy.seen).toHaveLength(4);
    await run({ ...file, 'service.yaml': `proxy: ${address}\n` }, ['--proxy', ''], { http_proxy: address });
    expect([proxy.seen.length, seen.length]).toEqual([4, 5]);
  });

  it('--http 2 needs it, also without TLS', async () => {
    const http2 = await clearHttp2Server((stream) => {
      stream.respond({ ':status': 200 });
      stream.end('two');
    });
    const ok = await run(
      {
        'a.http': dedent`
          ### one
          GET ${http2.url}

          >>>
          expect body == two
          <<<
        `,
      },
      ['--http', '2'],
    );
    expect([ok.code, ok.stderr]).toEqual([0, '']);
    const { url } = await loopback();
    const refused = await run({ 'a.http': `### one\nGET ${url}\n` }, [], { SVC_HTTP: '2' });
    expect(refused.code).not.toBe(0);
    expect((await run({ 'a.http': `### one\nGET ${url}\n` }, ['--http', '1.1'])).code).toBe(0);
  });

  it('--insecure, --cacert, --cert and --key', async () => {
    const authority = createCertificate({ name: 'Test CA', authority: true });
    const own = createCertificate({ name: 'localhost', hosts: ['127.0.0.1'] }, authority);
    const client = createCertificate({ name: 'Ada' }, authority);
    const server = createServer(
      { cert: own.cert, key: own.key, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        response.end(JSON.stringify({ client: subject?.CN ?? 'nobody' }));
      },
    );
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const files = {
      'a.http': dedent`
        ### one
        GET https://127.0.0.1:${port}

        >>>
        expect body.client == {{who}}
        <<<
      `,
      'ca.pem': authority.cert,
      'client.pem': client.cert,
      'client.key': client.key,
    };
    const nobody = ['--variable', 'who=nobody'];
    const untrusted = await run(files, nobody);
    expect([untrusted.code, untrusted.tests[0]?.errorKind]).toEqual([4, 'tls']);
    const insecure = await run(files, ['-k', ...nobody]);
    expect([insecure.code, insecure.stderr]).toEqual([
      0,
      'Warning: TLS certificates are not checked in this run\n',
    ]);
    expect((await run(files, nobody, { SVC_INSECURE: '1' })).stderr).toBe(insecure.stderr);
    expect((await run(files, ['--cacert', 'ca.pem', ...nobody])).code).toBe(0);
    const given = ['--cert', 'client.pem', '--key', 'client.key', '--variable', 'who=Ada'];
    expect((await run(files, ['--cacert', 'ca.pem', ...given])).code).toBe(0);
    const env = {
      SVC_CACERT: 'ca.pem',
      SVC_CERT: 'client.pem',
      SVC_KEY: 'client.key',
      SVC_VARIABLE_who: 'Ada',
    };
    expect((await run(files, [], env)).code).toBe(0);
  });

  it('certificates and keys that cannot be used end the run before anything is sent', async () => {
    const { url, seen } = await loopback();
    const authority = createCertificate({ name: 'Test CA', authority: true });
    const client = createCertificate({ name: 'Ada' }, authority);
    const files = {
      'a.http': `### one\nGET ${url}\n`,
      'text.pem': 'hello',
      'cert.pem': client.cert,
      'other.key': authority.key,
      'client.p12': toPkcs12(client, 'open sesame'),
    };
    const env = { SVC_KEY_PASSPHRASE: 'sim sala bim' };
    for (const [args, message] of [
      [['--cacert', 'text.pem'], 'cannot use text.pem: the CA file holds no PEM certificate'],
      [
        ['--cert', 'cert.pem', '--key', 'other.key'],
        'cannot use cert.pem and other.key: the client certificate and its key do not belong together',
      ],
      [
        ['--cert', 'client.p12'],
        'cannot use client.p12: the passphrase in SVC_KEY_PASSPHRASE does not open the key',
      ],
    ] as const) {
      const { code, stdout, stderr } = await run(files, args, env);
      expect([code, stdout, stderr]).toEqual([3, '', `Error: ${message}\n`]);
    }
    const configured = { ...files, 'service.yaml': 'tls: { caCert: text.pem }\n' };
    expect((await run(configured, [])).code).toBe(3);
    expect(seen).toEqual([]);
  });
});
