import { createSecureContext } from 'node:tls';
import { it } from 'vitest';
import { createCertificate } from './support/files/certificates.js';

/** Signatures differ in length, so that the same names give certificates of several lengths. */
it('makes a thousand certificates that a TLS server takes', () => {
  const authority = createCertificate({ name: 'Test Authority', authority: true });
  for (let count = 0; count < 1000; count += 1) {
    const hosts = ['localhost', '127.0.0.1', `${'h'.repeat(count % 50)}.test`];
    const { cert, key } = createCertificate({ name: 'localhost', hosts }, authority);
    createSecureContext({ cert, key, ca: authority.cert });
  }
});
