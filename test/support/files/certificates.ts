/** Certificates made on the spot, so that tests of TLS need no files and no tools. RFC 5280, RFC 7292. */
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  explicit,
  implicit,
  integer,
  nothing,
  objectId,
  octetString,
  sequence,
  setOf,
  time,
  utf8,
} from './der.js';
import { toPem } from './pem.js';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly der: Buffer;
}

interface Wanted {
  readonly name: string;
  /** DNS names and addresses. */
  readonly hosts?: readonly string[];
  readonly authority?: boolean;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const DAY = 86_400_000;
const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));

/** Signed by itself unless an issuer is given. */
export function createCertificate(wanted: Wanted, issuer?: Certificate): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    explicit(0, integer(2)),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA256,
    distinguishedName(issuer?.name ?? wanted.name),
    sequence(
      time(wanted.notBefore ?? new Date(Date.now() - DAY)),
      time(wanted.notAfter ?? new Date(Date.now() + DAY)),
    ),
    distinguishedName(wanted.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions(wanted))),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  const der = sequence(body, ECDSA_SHA256, bitString(signature));
  return {
    cert: toPem('CERTIFICATE', der),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name: wanted.name,
    privateKey,
    der,
  };
}

/** A PKCS#12 file: certificate and key in the clear, guarded by a password. */
export function toPkcs12({ der, privateKey }: Certificate, password: string): Buffer {
  const key = privateKey.export({ type: 'pkcs8', format: 'der' });
  const certificate = sequence(objectId('1.2.840.113549.1.9.22.1'), explicit(0, octetString(der)));
  const bags = sequence(
    sequence(objectId('1.2.840.113549.1.12.10.1.3'), explicit(0, certificate)),
    sequence(objectId('1.2.840.113549.1.12.10.1.1'), explicit(0, key)),
  );
  const safe = sequence(plainData(bags));
  const salt = randomBytes(8);
  const digest = createHmac('sha256', macKey(password, salt)).update(safe).digest();
  const sha256 = sequence(objectId('2.16.840.1.101.3.4.2.1'), nothing);
  const mac = sequence(sequence(sha256, octetString(digest)), octetString(salt), integer(1));
  return sequence(integer(3), plainData(safe), mac);
}

function distinguishedName(name: string): Buffer {
  return sequence(setOf(sequence(objectId('2.5.4.3'), utf8(name))));
}

function extensions({ authority = false, hosts = [] }: Wanted): Buffer[] {
  const constraints = sequence(
    objectId('2.5.29.19'),
    boolean(true),
    octetString(sequence(...(authority ? [boolean(true)] : []))),
  );
  if (hosts.length === 0) return [constraints];
  const names = hosts.map((host) =>
    isIP(host) === 4 ? implicit(7, Buffer.from(host.split('.').map(Number))) : implicit(2, Buffer.from(host)),
  );
  return [constraints, sequence(objectId('2.5.29.17'), octetString(sequence(...names)))];
}

function plainData(content: Buffer): Buffer {
  return sequence(objectId('1.2.840.113549.1.7.1'), explicit(0, octetString(content)));
}

/** RFC 7292 appendix B.2 for one round, one block of SHA-256 and purpose 3. */
function macKey(password: string, salt: Buffer): Buffer {
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const filled = (bytes: Buffer) => Buffer.alloc(64 * Math.ceil(bytes.length / 64), bytes);
  return createHash('sha256')
    .update(Buffer.concat([Buffer.alloc(64, 3), filled(salt), filled(text)]))
    .digest();
}
