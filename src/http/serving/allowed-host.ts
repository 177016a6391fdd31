/** Names under which this machine may be addressed; a page that let its own name point here has another one. */

export interface HostRule {
  /** What `--host` says. */
  readonly bound: string;
  /** The machine's own name. */
  readonly machine: string;
}

/** The names of this machine that a page of somebody else cannot have (seed). */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `host` is a Host header, `local` the local address of its connection (server.md 2.2). */
export function isAllowedHost(host: string, local: string | undefined, rule: HostRule): boolean {
  const name = hostName(host);
  return name !== undefined && isAllowed(name, local, rule);
}

/** As it stands in a URL: IPv6 in brackets. */
export function urlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

const HOST = /^(\[[0-9a-z:.%]+\]|[^\s:@/?#\\[\]]+)(?::[0-9]*)?$/i;

/** Without port and one trailing dot, in lower case. */
function hostName(host: string): string | undefined {
  const [, name] = HOST.exec(host) ?? [];
  return name?.toLowerCase().replace(/\.$/, '');
}

function isAllowed(name: string, local: string | undefined, { bound, machine }: HostRule): boolean {
  if (LOOPBACK_HOSTS.has(name) || name === urlHost(bound.toLowerCase())) return true;
  if (!isEveryAddress(bound)) return false;
  return name === machine.toLowerCase() || (local !== undefined && name === literal(local));
}

/** Of a connection: IPv4 may come mapped into IPv6, link-local addresses with their zone. */
function literal(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return urlHost(plain.replace(/%.*$/, ''));
}
