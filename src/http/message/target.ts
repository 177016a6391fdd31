import { RequestFailure } from './message.js';

/** Scheme, host and port of a URL: what a connection is made for. */
export interface Target {
  /** `https://host[:port]` in lower case, without the scheme's own port. */
  readonly origin: string;
  readonly secure: boolean;
  /** For dialling: without brackets. */
  readonly host: string;
  readonly port: number;
  /** As in the Host header and in messages. */
  readonly authority: string;
}

/** Where the path or the query of an absolute http or https URL begins. */
export function endOfAuthority(url: string): number {
  const start = url.charCodeAt(4) === 58 ? 7 : 8;
  const slash = url.indexOf('/', start);
  const query = url.indexOf('?', start);
  if (slash === -1) return query === -1 ? url.length : query;
  return query === -1 || slash < query ? slash : query;
}

/** The request target in origin form, RFC 9112 3.2.1. */
export function pathOf(url: string, end: number): string {
  const path = url.slice(end);
  return path.startsWith('/') ? path : `/${path}`;
}

/** `text` is a URL up to the end of its authority. */
export function readTarget(text: string): Target {
  const [, scheme = '', host = '', digits = ''] =
    /^([Hh][Tt][Tt][Pp][Ss]?):\/\/(\[[0-9A-Fa-f:.]+\]|[^\s:@[\]]+)(?::(\d*))?$/.exec(text) ?? [];
  if (host === '') throw new RequestFailure('protocol', 'the URL has no valid host');
  const secure = scheme.length === 5;
  const usual = secure ? 443 : 80;
  const port = digits === '' ? usual : Number(digits);
  if (port < 1 || port > 65_535) throw new RequestFailure('protocol', `the port ${digits} does not exist`);
  const authority = port === usual ? host : `${host}:${port}`;
  return {
    origin: `${secure ? 'https' : 'http'}://${authority.toLowerCase()}`,
    secure,
    host: host.startsWith('[') ? host.slice(1, -1) : host,
    port,
    authority,
  };
}
