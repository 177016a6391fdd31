/** The names that this machine may be addressed by; a page that lets its own name resolve to it uses another one. */

export interface HostRule {
  /** The value of `--host`. */
  readonly bound: string;
  /** The machine's own name. */
  readonly machine: string;
}

/** The names of this machine that no page of a third party can have. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `host` is a Host header, `local` the local address of its connection. */
export function isAllowedHost(
  host: string,
  local: string | undefined,
  { bound, machine }: HostRule,
): boolean {
  // The name without port and one trailing dot.
  const name = HOST.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '');
  if (name === undefined) return false;
  if (LOOPBACK_HOSTS.has(name) || name === urlHost(bound.toLowerCase())) return true;
  const isEveryAddress = bound === '0.0.0.0' || bound === '::';
  if (!isEveryAddress) return false;
  return name === machine.toLowerCase() || (local !== undefined && name === literal(local));
}

/** The address as it stands in a URL: IPv6 in brackets. */
export function urlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

const HOST = /^(\[[0-9a-z:.%]+\]|[^\s:@/?#\\[\]]+)(?::[0-9]*)?$/i;

/** The local address of a connection may be IPv4 mapped into IPv6, or link-local with a zone. */
function literal(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return urlHost(plain.replace(/%.*$/, ''));
}
