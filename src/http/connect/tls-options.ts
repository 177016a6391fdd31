/** TLS, loaded only when a target needs it. */
import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { RequestFailure, type CertificateFacts, type TlsFacts } from '../message/message.js';
import type { Proxy } from './proxy.js';
import type { Target } from '../message/target.js';
import type { TlsSettings } from './tls-settings.js';

/** Contexts are kept, because reading keys and roots takes milliseconds and settings are the same for a whole run. */
const contexts = {
  anonymous: new WeakMap<TlsSettings, tls.SecureContext>(),
  named: new WeakMap<TlsSettings, tls.SecureContext>(),
};

/** Starts a TLS handshake on the socket. */
export function startTls(
  socket: Socket,
  target: Target,
  settings: TlsSettings,
  protocols: readonly string[],
): tls.TLSSocket {
  const origins = settings.clientCertificateOrigins;
  const named = settings.cert !== undefined && (!origins || origins.has(target.origin));
  return handshake(socket, target.host, settings, named, protocols);
}

export function startProxyTls(socket: Socket, proxy: Proxy, settings: TlsSettings): tls.TLSSocket {
  return handshake(socket, proxy.host, settings, false, ['http/1.1']);
}

/** What a handshake that has ended agreed on. */
export function describeTls(socket: tls.TLSSocket): TlsFacts {
  const certificate = describeCertificate(socket.getPeerCertificate());
  return {
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    trusted: socket.authorized,
    ...(certificate && { certificate }),
  };
}

/** A resumed session may come without a certificate, which Node shows as an object without members. */
function describeCertificate(peer: Partial<tls.PeerCertificate>): CertificateFacts | undefined {
  const { subject, issuer, subjectaltname = '', valid_from: from = '', valid_to: to = '' } = peer;
  if (subject === undefined || issuer === undefined) return undefined;
  return {
    subject: nameText(subject),
    issuer: nameText(issuer),
    altNames: subjectaltname,
    validFrom: isoTime(from),
    validTo: isoTime(to),
  };
}

/** Parts of a name that occur several times are lists. */
function nameText(name: tls.Certificate): string {
  return Object.entries(name)
    .flatMap(([key, value]) => [value ?? []].flat().map((each) => `${key}=${each}`))
    .join(', ');
}

function isoTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** Why certificates or key cannot be used, so that a run can end before it begins. */
export function findTlsFault(settings: TlsSettings): string | undefined {
  try {
    contextOf(settings, settings.cert !== undefined);
    return undefined;
  } catch (error) {
    if (error instanceof RequestFailure) return error.message;
    throw error;
  }
}

function handshake(
  socket: Socket,
  host: string,
  settings: TlsSettings,
  named: boolean,
  protocols: readonly string[],
): tls.TLSSocket {
  return tls.connect({
    socket,
    host,
    // A server name is never an address (RFC 6066 section 3).
    ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
    secureContext: contextOf(settings, named),
    rejectUnauthorized: settings.validate,
    ALPNProtocols: [...protocols],
  });
}

function contextOf(settings: TlsSettings, named: boolean): tls.SecureContext {
  const kept = contexts[named ? 'named' : 'anonymous'];
  const context = kept.get(settings) ?? createContext(settings, named);
  kept.set(settings, context);
  return context;
}

function createContext(settings: TlsSettings, named: boolean): tls.SecureContext {
  const options: tls.SecureContextOptions = { minVersion: 'TLSv1.2' };
  if (settings.ca !== undefined) options.ca = [...roots(), ...readAuthorities(settings.ca)];
  if (named) Object.assign(options, clientCertificate(settings));
  try {
    return tls.createSecureContext(options);
  } catch (error) {
    throw new RequestFailure('tls', contextFault(error, settings), { cause: error });
  }
}

/** The certificates that Node trusts by default, with those of its own settings where Node can list them. */
function roots(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (kind: 'default') => string[] };
  return getCACertificates?.('default') ?? tls.rootCertificates;
}

function readAuthorities(pem: string): string[] {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new RequestFailure('tls', 'the CA file holds no PEM certificate');
  try {
    for (const certificate of certificates) void new X509Certificate(certificate);
  } catch (error) {
    throw new RequestFailure('tls', 'the CA file holds a damaged certificate', { cause: error });
  }
  return certificates;
}

function clientCertificate({ cert, key, passphrase }: TlsSettings): tls.SecureContextOptions {
  const secret = passphrase === undefined ? {} : { passphrase };
  if (typeof cert !== 'string') return { pfx: Buffer.from(cert ?? new Uint8Array()), ...secret };
  return { cert, key: key ?? cert, ...secret };
}

function contextFault(error: unknown, settings: TlsSettings): string {
  const { cert, key, passphrase } = settings;
  const text = error instanceof Error ? error.message : '';
  const wrongPassphrase = 'the passphrase in SVC_KEY_PASSPHRASE does not open the key';
  if (/bad decrypt|mac verify|interrupted or cancelled|bad password/i.test(text)) {
    return passphrase === undefined ? 'the key needs a passphrase; set SVC_KEY_PASSPHRASE' : wrongPassphrase;
  }
  if (/key values mismatch/i.test(text)) return 'the client certificate and its key do not belong together';
  if (passphrase !== undefined && isKeyEncrypted(settings) && isCertificate(cert)) return wrongPassphrase;
  const alone = typeof cert === 'string' && key === undefined && !cert.includes('PRIVATE KEY');
  const hint = alone ? '; a key in a file of its own is given with --key' : '';
  return `the client certificate or its key cannot be read${hint}`;
}

/** One of 256 wrong passphrases seems to open a key, since the end of what it yields happens to look right. */
function isKeyEncrypted({ cert, key }: TlsSettings): boolean {
  const text = key ?? cert;
  return typeof text === 'string' && /BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(text);
}

function isCertificate(cert: TlsSettings['cert']): boolean {
  try {
    return new X509Certificate(cert ?? '').subject !== undefined;
  } catch {
    return false;
  }
}
