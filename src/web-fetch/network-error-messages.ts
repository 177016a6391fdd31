/** Describes network failures in a few fixed words, without addresses, library names or secrets. */
import { PersonNeeded } from '../http/auth/person-needed.js';
import type { RequestFailure } from '../http/message/message.js';
import { FetchFailure } from './rules/fetch-failure.js';

export interface FailurePlace {
  /** The URL of the hop that failed. */
  readonly url: string;
  readonly timeout: number;
  readonly maxBodyBytes: number;
  /** Whether the config asked for unchecked certificates, which is not honoured. */
  readonly insecureRefused: boolean;
}

const CONNECT_WORDS: Readonly<Record<string, Fault>> = { ECONNREFUSED: 'refused', ECONNRESET: 'reset' };

const UNTRUSTED = 'no argument switches this check off; try another address or tell the user';
const TLS_HINTS = {
  'certificate expired': UNTRUSTED,
  'not trusted': UNTRUSTED,
  'wrong name': 'use the host name that the certificate is for',
  'handshake failed': 'check that the port speaks https',
} as const;

type TlsFault = keyof typeof TLS_HINTS;

/** What can be done about a failure of the network. */
const HINTS = {
  'name not found': 'check the spelling of the host',
  refused: 'nothing accepts connections there; check host and port',
  unreachable: 'check host and port, or try again later',
  reset: 'try once more; check that http or https fits the port',
  'closed early': 'try once more; check that http or https fits the port',
  'damaged body': 'the body does not fit the content coding of the response; try once more',
  'invalid HTTP': 'check that http or https fits the port',
} as const;

type Fault = keyof typeof HINTS;

const TLS_WORDS: Readonly<Record<string, TlsFault>> = {
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'not trusted',
  CERT_REVOKED: 'not trusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong name',
  HOSTNAME_MISMATCH: 'wrong name',
};

export function toFetchFailure(failure: RequestFailure, place: FailurePlace): FetchFailure {
  if (failure.cause instanceof FetchFailure) return failure.cause;
  const host = new URL(place.url).hostname;
  const code = codeOf(failure.cause);
  const network = (fault: Fault): FetchFailure =>
    new FetchFailure('network_error', `${host}: ${fault}`, { cause: failure, hint: HINTS[fault] });
  switch (failure.errorKind) {
    case 'timeout':
      return new FetchFailure('timeout', `no complete response from ${host} within ${spanOf(place.timeout)}`);
    case 'bodyLimit':
      return new FetchFailure(
        'body_too_large',
        `the response body exceeds ${place.maxBodyBytes} bytes; nothing was returned`,
      );
    case 'dns':
      return network('name not found');
    case 'connect':
      return network(CONNECT_WORDS[code] ?? 'unreachable');
    case 'reset':
      return network(code === 'ECONNRESET' && !/middle/.test(failure.message) ? 'reset' : 'closed early');
    case 'tls':
      return tlsFailure(host, code, place);
    case 'decode':
      return network('damaged body');
    case 'proxy':
      return network('unreachable');
    case 'cancelled':
      return new FetchFailure('cancelled', 'the call was cancelled');
    case 'auth':
      if (failure instanceof PersonNeeded) return new FetchFailure('unsupported_request', failure.message);
      return new FetchFailure('unsupported_request', 'the token of the @auth line could not be fetched', {
        hint: 'check its URL and credentials',
      });
    case 'file':
      return new FetchFailure('unsupported_request', 'a file of the body cannot be read');
    case 'blocked':
      return new FetchFailure('blocked_target', failure.message, { cause: failure });
    case 'protocol':
    case 'redirects':
      return network('invalid HTTP');
  }
}

function tlsFailure(host: string, code: string, { insecureRefused }: FailurePlace): FetchFailure {
  const more = insecureRefused ? '; validateSSL: false is not honoured here' : '';
  const fault = TLS_WORDS[code] ?? 'handshake failed';
  return new FetchFailure('tls_error', `${host}: ${fault}${more}`, { hint: TLS_HINTS[fault] });
}

function codeOf(cause: unknown): string {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}

function spanOf(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}
