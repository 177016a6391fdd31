/** The certificates of the tests are valid at every length: OpenSSL refuses PEM with an empty line. */
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { expect, it } from 'vitest';
import { createCertificate } from './support/files/certificates.js';
import { toPem } from './support/files/pem.js';

it('writes PEM of every length in full lines of base64, none of them empty', () => {
  for (let length = 1; length <= 1000; length += 1) {
    const der = Buffer.alloc(length, length);
    const [first, ...lines] = toPem('CERTIFICATE', der).trimEnd().split('\n');
    expect([first, lines.pop()]).toEqual(['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']);
    expect(Buffer.from(lines.join(''), 'base64').equals(der), `${length} bytes`).toBe(true);
    expect(lines.slice(0, -1).every((line) => line.length === 64)).toBe(true);
    expect(lines.at(-1), `${length} bytes`).toMatch(/^.{1,64}$/);
  }
});

it('writes PEM of every length that OpenSSL reads', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  // What follows the key is part of the PEM but not of the key.
  for (let more = 0; more < 2 * 48; more += 1) {
    const pem = toPem('PUBLIC KEY', Buffer.concat([der, Buffer.alloc(more)]));
    expect(createPublicKey(pem).equals(publicKey), `${more} bytes more`).toBe(true);
  }
});

it('makes certificates for names of every length', () => {
  for (let length = 1; length <= 60; length += 1) {
    const { cert, key, der } = createCertificate({ name: 'n'.repeat(length), hosts: ['localhost'] });
    createSecureContext({ cert, key });
    expect(new X509Certificate(cert).raw.equals(der), `a name of ${length} characters`).toBe(true);
  }
});
