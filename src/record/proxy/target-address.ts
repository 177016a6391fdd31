/** Where a recording proxy sends what it gets, and how addresses are turned from one side to the other. */
import { readTarget, type Target } from '../../http/message/target.js';

export interface TargetAddress {
  /** As it was given, without `/` at its end. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path that stands before every request path; without `/` at its end, so perhaps empty. */
  readonly prefix: string;
  readonly target: Target;
}

/** Completes "targetUrl must be …". */
export const TARGET_RULE = 'an http or https URL with a host and without credentials, query or fragment';

/** Undefined when the text breaks the rule (server.md 13). */
export function readTargetAddress(text: string): TargetAddress | undefined {
  if (!/^https?:\/\/[^\s/?#]/i.test(text) || /[\s?#\\]/.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password, port } = new URL(text);
  if (username !== '' || password !== '' || /^https?:\/\/[^/]*@/i.test(text) || port === '0')
    return undefined;
  return {
    url: text.replace(/\/+$/, ''),
    origin,
    prefix: pathname.replace(/\/+$/, ''),
    target: readTarget(origin),
  };
}

/** A `Location` below the target leads back to the proxy; any other one stays as it is. */
export function turnLocation(location: string, { origin, prefix }: TargetAddress, own: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(location)) {
    if (!URL.canParse(location, origin)) return location;
    const url = new URL(location, origin);
    const path = url.origin === origin ? pathBelow(url.pathname, prefix) : undefined;
    return path === undefined ? location : `${own}${path}${url.search}${url.hash}`;
  }
  if (prefix === '' || !location.startsWith('/')) return location;
  const end = location.search(/[?#]/);
  const path = pathBelow(end === -1 ? location : location.slice(0, end), prefix);
  return path === undefined ? location : path + (end === -1 ? '' : location.slice(end));
}

/** What follows the prefix; undefined for a path that is not below it. */
function pathBelow(path: string, prefix: string): string | undefined {
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
