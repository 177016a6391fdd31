import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCertificate, toPkcs12 } from '../../../test/support/files/certificates.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { loadRunSettings, type RunSettings, type SettingsRequest } from './run-settings.js';

const authority = createCertificate({ name: 'Test Authority', authority: true });
const other = createCertificate({ name: 'Other Authority', authority: true });
const client = createCertificate({ name: 'Client' }, authority);
const bundle = toPkcs12(client, '');

async function load(
  files: Readonly<Record<string, string | Uint8Array>>,
  request: Partial<SettingsRequest> = {},
): Promise<RunSettings & { cwd: string }> {
  const cwd = await temporaryWorkspace(files);
  const settings = await loadRunSettings({
    cwd,
    paths: ['a.http'],
    process: { HOME: '/home/ada' },
    overrides: {},
    ...request,
  });
  return { ...settings, cwd };
}

describe('settings of a run', () => {
  it('have the defaults of the table', async () => {
    const { options, root, cwd, history, coverage, reporters, outputDir, warnings } = await load({});
    expect(options).toMatchObject({
      environmentName: 'dev',
      environment: {},
      timeout: 30_000,
      connectTimeout: 10_000,
      retries: 0,
      retryDelay: 1000,
      delay: 0,
      followRedirects: true,
      maxRedirects: 10,
      validateSSL: true,
      proxy: { kind: 'environment' },
      httpVersion: 'auto',
      maxBodyBytes: 67_108_864,
      headers: {},
      cookies: true,
      parallel: false,
      concurrency: 5,
      bail: false,
      secretNames: [],
      operatorVariables: {},
    });
    expect(options).not.toHaveProperty('environmentProblem');
    expect({ root, history, coverage, reporters, outputDir, warnings }).toEqual({
      root: cwd,
      history: {
        path: '/home/ada/.svc/history.db',
        origin: { namedBy: 'default', shown: '~/.svc/history.db', within: [] },
        keepRuns: 10_000,
      },
      coverage: { openapi: undefined, min: undefined },
      reporters: undefined,
      outputDir: undefined,
      warnings: [],
    });
  });

  it('take the config over the defaults, and overrides over the config', async () => {
    const config = `timeout: 5
connectTimeout: 6
retries: 2
followRedirects: false
maxRedirects: 3
cookies: false
parallel: true
concurrency: 7
bail: true
httpVersion: 1.1
history: { enabled: false }
`;
    const plain = await load({ 'service.yaml': config });
    expect(plain.options).toMatchObject({
      timeout: 5,
      connectTimeout: 6,
      retries: 2,
      followRedirects: false,
      maxRedirects: 3,
      cookies: false,
      parallel: true,
      concurrency: 7,
      bail: true,
      httpVersion: '1.1',
    });
    expect(plain.history).toBeUndefined();
    const overrides = {
      timeout: 50,
      retries: 0,
      followRedirects: true,
      maxRedirects: 0,
      cookies: true,
      parallel: false,
      httpVersion: '2',
      history: { enabled: true, path: 'runs.db' },
    } as const;
    const { options, history, cwd } = await load({ 'service.yaml': config }, { overrides });
    expect(options).toMatchObject({
      timeout: 50,
      connectTimeout: 6,
      retries: 0,
      followRedirects: true,
      maxRedirects: 0,
      cookies: true,
      parallel: false,
      concurrency: 7,
      httpVersion: '2',
    });
    expect(history?.path).toBe(join(cwd, 'runs.db'));
  });

  it('resolve paths of the config relative to it and overrides relative to the current directory', async () => {
    const files = {
      'api/service.yaml':
        'envFile: conf/shared.env\ntls: { caCert: ca.pem, clientCert: both.PFX }\noutputDir: out\ncoverage: { openapi: api.yaml, min: 80 }\n',
      'api/ca.pem': authority.cert,
      'api/both.PFX': bundle,
      'api/conf/shared.env': 'A=1\n',
      'own.env': 'A=2\n',
      'own.pem': other.cert,
    };
    const inputs: string[] = [];
    const { options, cwd, root, outputDir, coverage } = await load(files, {
      paths: ['api/x.http'],
      onInput: (path) => inputs.push(path),
    });
    expect(options.dotenv).toEqual({ A: '1' });
    expect(options.tls).toEqual({ ca: authority.cert, cert: bundle });
    expect(root).toBe(join(cwd, 'api'));
    expect(outputDir).toBe(join(cwd, 'api/out'));
    expect(coverage).toEqual({
      openapi: { absolute: join(cwd, 'api/api.yaml'), shown: 'api.yaml', within: [join(cwd, 'api')] },
      min: 80,
    });
    expect(inputs).toEqual([join(cwd, 'api/service.yaml'), join(cwd, 'api/conf/shared.env')]);
    const overrides = { envFile: 'own.env', tls: { caCert: 'own.pem' }, outputDir: 'results' };
    const changed = await load(files, { paths: ['api/x.http'], overrides });
    expect(changed.options.dotenv).toEqual({ A: '2' });
    expect(changed.options.tls).toMatchObject({ ca: other.cert });
    expect(changed.outputDir).toBe(join(changed.cwd, 'results'));
  });

  it('replace references with the process environment, then the dotenv file', async () => {
    const files = {
      'service.yaml': `envFile: .env
proxy: http://\${PROXY_HOST}:8080
headers: { X-Team: "\${TEAM:-core}", X-None: "\${NONE}" }
environments: { dev: { key: "\${KEY}", list: ["\${TEAM:-a}", 1] } }
`,
      '.env': 'KEY=from-file\nPROXY_HOST=proxy.test\n',
    };
    const { options, warnings } = await load(files, { process: { KEY: 'from-process' } });
    expect(options.environment).toEqual({ key: 'from-process', list: ['a', 1] });
    expect(options.headers).toEqual({ 'X-Team': 'core', 'X-None': '' });
    expect(options.proxy).toEqual({ kind: 'fixed', url: 'http://proxy.test:8080' });
    expect(warnings).toEqual(['headers.X-None: ${NONE} is not set, empty text is used']);
  });
});

describe('the proxy of a run', () => {
  const proxyOf = async (proxy: string | undefined, config = '') => {
    const overrides = proxy === undefined ? {} : { proxy };
    return (await load({ 'service.yaml': config }, { overrides, process: { HTTP_PROXY: 'http://p.test' } }))
      .options.proxy;
  };

  it('is the override, else that of the config, else left to the environment', async () => {
    expect(await proxyOf('http://a.test', 'proxy: http://b.test\n')).toEqual({
      kind: 'fixed',
      url: 'http://a.test',
    });
    expect(await proxyOf(undefined, 'proxy: http://b.test\n')).toEqual({
      kind: 'fixed',
      url: 'http://b.test',
    });
    expect(await proxyOf('', 'proxy: http://b.test\n')).toEqual({ kind: 'none' });
    expect(await proxyOf(undefined)).toEqual({
      kind: 'environment',
      variables: { HTTP_PROXY: 'http://p.test' },
    });
  });

  it.each([
    ['socks5://ada:hunter22@p.test', 'input', 'a SOCKS proxy cannot be used'],
    ['ftp://ada:hunter22@p.test', 'usage', '--proxy (SVC_PROXY) must be an http:// or https:// URL'],
    ['p.test:8080', 'usage', '--proxy (SVC_PROXY) must be an http:// or https:// URL'],
  ])('refuses %s', async (proxy, kind, message) => {
    const refused = proxyOf(proxy);
    await expect(refused).rejects.toMatchObject({ kind });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow('hunter22');
  });
});

describe('files that settings name', () => {
  it.each([
    [
      'a key without a certificate',
      { tls: { clientKey: 'k.pem' } },
      '',
      'usage',
      '--key (SVC_KEY) needs --cert',
    ],
    [
      'the same in the config',
      {},
      'tls: { clientKey: k.pem }\n',
      'input',
      'tls.clientKey of the config file',
    ],
    [
      'a missing certificate',
      { tls: { clientCert: 'c.pem' } },
      '',
      'input',
      'cannot read c.pem: no such file',
    ],
    ['a missing dotenv file', { envFile: 'x.env' }, '', 'input', 'cannot read dotenv file x.env'],
    ['a broken config', {}, 'timeout: -1\n', 'input', 'service.yaml:1:10: timeout must be'],
  ])('%s is refused', async (_case, overrides, config, kind, message) => {
    const refused = load({ 'service.yaml': config, 'k.pem': 'KEY' }, { overrides });
    await expect(refused).rejects.toMatchObject({ kind });
    await expect(refused).rejects.toThrow(message);
  });

  it('include a config that was named', async () => {
    await expect(load({}, { config: 'other.yaml' })).rejects.toThrow('config file other.yaml does not exist');
    const { options, root, cwd } = await load({ 'c/other.yaml': 'timeout: 9\n' }, { config: 'c/other.yaml' });
    expect(options.timeout).toBe(9);
    expect(root).toBe(join(cwd, 'c'));
  });

  it('pass the passphrase on, which only a variable can give', async () => {
    const overrides = { tls: { clientCert: 'c.pem', clientKey: 'k.pem' } };
    const { cert, key } = client;
    const { options } = await load(
      { 'c.pem': cert, 'k.pem': key },
      { overrides, process: { SVC_KEY_PASSPHRASE: 'open sesame' } },
    );
    expect(options.tls).toEqual({ cert, key, passphrase: 'open sesame' });
  });

  it('warn once when certificates are not checked', async () => {
    const { warnings } = await load({}, { overrides: { validateSSL: false } });
    expect(warnings).toEqual(['TLS certificates are not checked in this run']);
  });
});
