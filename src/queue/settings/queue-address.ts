import { ServiceError } from '../../errors.js';

/** Where the queue is. Nothing but `shown` and `place` may reach a message. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** Host and port, as messages name a server. */
  readonly place: string;
  /** The address without user and password. */
  readonly shown: string;
}

/** Who gave the address; messages name it. */
export type AddressSource = '--queue' | 'SVC_QUEUE' | 'queue.url';

const DEFAULT_PORT = 6379;
const SCHEMES: Readonly<Record<string, boolean>> = { 'redis:': false, 'rediss:': true };

/** The text may hold a password, so no message shows it. */
export function readQueueAddress(text: string, source: AddressSource): QueueAddress {
  const address = parseAddress(text.trim());
  if (address !== undefined) return address;
  const kind = source === 'queue.url' ? 'input' : 'usage';
  const rule = 'must be redis:// or rediss:// with a host, such as redis://127.0.0.1:6379';
  throw new ServiceError(kind, `${source} ${rule}`);
}

/** The connection itself would only protect what is sealed anyway; the password of Redis is not. */
export function addressWarnings({ tls, host, place }: QueueAddress): readonly string[] {
  if (tls || isLoopback(host)) return [];
  return [`payloads on their way to ${place} are sealed, the Redis password is not; use rediss://`];
}

function parseAddress(text: string): QueueAddress | undefined {
  if (!/^rediss?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const tls = SCHEMES[url.protocol];
  const database = databaseOf(url.pathname);
  if (tls === undefined || url.hostname === '' || database === undefined) return undefined;
  if (url.search !== '' || url.hash !== '') return undefined;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === undefined || password === undefined) return undefined;
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const place = `${url.hostname}:${port}`;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    tls,
    username: username || undefined,
    password: password || undefined,
    database,
    place,
    shown: `${url.protocol}//${place}${database === 0 ? '' : `/${database}`}`,
  };
}

function databaseOf(path: string): number | undefined {
  if (path === '' || path === '/') return 0;
  return /^\/\d{1,5}$/.test(path) ? Number(path.slice(1)) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
