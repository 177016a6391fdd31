import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCertificate, toPkcs12 } from '../../../test/support/files/certificates.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { ServiceError } from '../../errors.js';
import { chooseProxy, readTlsFiles, type TlsPaths } from './client-settings.js';

const authority = createCertificate({ name: 'Test Authority', authority: true });
const client = createCertificate({ name: 'Client' }, authority);
const other = createCertificate({ name: 'Other' }, authority);
const PASSPHRASE = 'open sesame';
const FILES = {
  'ca.pem': authority.cert,
  'cert.pem': client.cert,
  'key.pem': client.key,
  'other.key': other.key,
  'locked.key': client.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })
    .toString(),
  'client.p12': toPkcs12(client, PASSPHRASE),
  'text.pem': 'hello',
  'large.pem': 'x'.repeat(1024 * 1024 + 1),
};

interface Given {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
}

async function read({ ca, cert, key, passphrase }: Given) {
  const cwd = await temporaryWorkspace(FILES);
  const named = (name: string | undefined): TlsPaths['caCert'] =>
    name === undefined ? undefined : { absolute: join(cwd, name), shown: name };
  return readTlsFiles({ caCert: named(ca), clientCert: named(cert), clientKey: named(key), passphrase });
}

describe('certificates and keys', () => {
  it.each<[string, Given]>([
    ['nothing', {}],
    ['an authority', { ca: 'ca.pem' }],
    ['PEM', { cert: 'cert.pem', key: 'key.pem' }],
    ['an encrypted key', { cert: 'cert.pem', key: 'locked.key', passphrase: PASSPHRASE }],
    ['PKCS#12', { cert: 'client.p12', passphrase: PASSPHRASE }],
    ['all', { ca: 'ca.pem', cert: 'cert.pem', key: 'key.pem', passphrase: 'unused' }],
  ])('are read: %s', async (_case, given) => {
    const files = await read(given);
    expect(Object.keys(files)).toEqual(Object.keys(given));
  });

  it.each<[string, Given, string]>([
    ['a missing file', { ca: 'none.pem' }, 'cannot read none.pem: no such file or directory'],
    [
      'a large file',
      { ca: 'large.pem' },
      'large.pem is larger than 1 MiB, too large for certificates or keys',
    ],
    ['no certificate', { ca: 'text.pem' }, 'cannot use text.pem: the CA file holds no PEM certificate'],
    [
      'no client certificate',
      { cert: 'text.pem', key: 'key.pem' },
      'cannot use text.pem and key.pem: the client certificate or its key cannot be read',
    ],
    [
      'no key',
      { cert: 'cert.pem' },
      'cannot use cert.pem: the client certificate or its key cannot be read; a key in a file of its own is given with --key',
    ],
    [
      'the key of another',
      { cert: 'cert.pem', key: 'other.key' },
      'cannot use cert.pem and other.key: the client certificate and its key do not belong together',
    ],
    [
      'no passphrase',
      { cert: 'cert.pem', key: 'locked.key' },
      'cannot use cert.pem and locked.key: the key needs a passphrase; set SVC_KEY_PASSPHRASE',
    ],
    [
      'a wrong passphrase',
      { cert: 'client.p12', passphrase: 'sim sala bim' },
      'cannot use client.p12: the passphrase in SVC_KEY_PASSPHRASE does not open the key',
    ],
  ])('are refused before anything is sent: %s', async (_case, given, message) => {
    const failure = await read(given).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({ kind: 'input', message });
  });
});

describe('the proxy', () => {
  const choose = (given: string | undefined, configured = '') =>
    chooseProxy({ override: given, configured, process: { http_proxy: 'http://p' } });

  it('is the override, then that of the config, then that of the environment', () => {
    expect(choose('http://a:1', 'http://b:1')).toEqual({ kind: 'fixed', url: 'http://a:1' });
    expect(choose(undefined, 'http://b:1')).toEqual({ kind: 'fixed', url: 'http://b:1' });
    expect(choose(undefined)).toEqual({ kind: 'environment', variables: { http_proxy: 'http://p' } });
    expect(choose('', 'http://b:1')).toEqual({ kind: 'none' });
  });

  it.each([
    ['socks5://ada:hunter22@h', 'input'],
    ['ftp://ada:hunter22@h', 'usage'],
    ['ada:hunter22@h:80', 'usage'],
    ['http://ada:hunter22@h:99999', 'usage'],
  ])('%s is refused without showing it', (given, kind) => {
    try {
      choose(given);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ kind });
      expect(String(error)).not.toContain('hunter22');
    }
  });
});
