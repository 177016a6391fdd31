/** Node's errors as one sentence and a kind. */
import { RequestFailure } from './message.js';

/** The kinds of failures that the network causes. */
export const NETWORK_KINDS: ReadonlySet<string> = new Set([
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'proxy',
]);

/** How far an exchange had come when it failed. */
export type Phase = 'connect' | 'tls' | 'request' | 'response';

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'has been revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed and not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  HOSTNAME_MISMATCH: 'is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'is not from a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT: 'is not from a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is not from a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is not from a trusted authority',
};

/** `shown` is the host and port of the other side. */
export function networkFailure(error: unknown, phase: Phase, shown: string): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const { code, reason, syscall } = detailsOf(error);
  const fail = (kind: RequestFailure['errorKind'], message: string) =>
    new RequestFailure(kind, message, { cause: error });
  if (syscall === 'getaddrinfo' || code === 'ENOTFOUND' || code.startsWith('EAI_')) {
    return fail('dns', `the name of ${shown} cannot be resolved`);
  }
  const fault = CERTIFICATE_FAULTS[code];
  if (fault !== undefined) return fail('tls', `the certificate of ${shown} ${fault}`);
  if (code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL') {
    return fail('protocol', `${shown} does not offer HTTP/2`);
  }
  if (phase === 'connect') return fail('connect', connectMessage(code, shown));
  if (phase === 'tls' || code === 'EPROTO' || /^ERR_(SSL|TLS)_/.test(code)) {
    return fail('tls', `the TLS handshake with ${shown} failed${inBrackets(reason || tlsReason(code))}`);
  }
  if (code === 'HPE_HEADER_OVERFLOW') return fail('protocol', `${shown} sent too many headers`);
  if (code.startsWith('HPE_'))
    return fail('protocol', `${shown} sent no valid HTTP response${inBrackets(reason)}`);
  return fail(
    'reset',
    phase === 'response'
      ? `${shown} closed the connection in the middle of the response`
      : `${shown} closed the connection without a response`,
  );
}

/** Without a limit, a server could send informational responses forever. */
export function interimLimitFailure(shown: string): RequestFailure {
  return new RequestFailure('protocol', `${shown} sent too many informational responses`);
}

export function tooLargeMessage(shown: string, maxBodyBytes: number): string {
  return `the response of ${shown} is larger than ${maxBodyBytes} bytes`;
}

function connectMessage(code: string, shown: string): string {
  if (code === 'ECONNREFUSED') return `${shown} refused the connection`;
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return `${shown} cannot be reached`;
  if (code === 'ETIMEDOUT') return `${shown} did not respond to the attempt to connect`;
  if (code === 'EMFILE' || code === 'ENFILE') return `too many files are open to connect to ${shown}`;
  return `the connection to ${shown} failed${inBrackets(code)}`;
}

function tlsReason(code: string): string {
  return code === 'ECONNRESET' ? 'the connection was closed' : code;
}

function inBrackets(text: string): string {
  return text === '' ? '' : ` (${text})`;
}

function detailsOf(error: unknown): { code: string; reason: string; syscall: string } {
  const text = (key: string) => {
    const value: unknown = error instanceof Error ? Reflect.get(error, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { code: text('code'), reason: text('reason'), syscall: text('syscall') };
}
