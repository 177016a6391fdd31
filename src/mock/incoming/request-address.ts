/** What a request is for, as its head says it. */
import type { IncomingMessage } from 'node:http';

/** The host and port that the client used, which its own links have to lead to. */
export function hostOf({ headers, socket }: IncomingMessage): string {
  const { host = '' } = headers;
  return HOST.test(host) ? host : `localhost:${socket.localPort}`;
}

const HOST = /^[\w.:[\]-]+$/;

/** The path of a target in origin form, absolute form (RFC 9112 3.2.2) or `*`. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (path.startsWith('/') || path === '*') return path;
  const found = /^[a-z][a-z0-9+.-]*:\/\/[^/]*(\/.*)?$/is.exec(path);
  return found?.[1] ?? '/';
}
