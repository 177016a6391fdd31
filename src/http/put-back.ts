import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Options with which a server upgrades the requests it is meant to and treats all others as plain ones. A server
 * may ignore the header (RFC 9110 section 7.8), and clients that would like HTTP/2 rely on that. Versions of Node
 * before 22.21 and 24.9 ignore the option and emit `upgrade` for every request that asks, see `putBack`.
 */
export function upgradeOnly(isUpgrade: (request: IncomingMessage) => boolean): ServerOptions {
  const shouldUpgradeCallback = (request: IncomingMessage): boolean => {
    if (isUpgrade(request)) return true;
    const { rawHeaders } = request;
    rawHeaders.splice(0, rawHeaders.length, ...withoutUpgrade(rawHeaders));
    return false;
  };
  // The types are those of Node 20, which does not know it.
  return { shouldUpgradeCallback } as ServerOptions;
}

/**
 * For a request that reached `upgrade` and is to be a plain one: the connection starts again with it, without
 * the header. It must have no body where Node knows the option above: there the body is not part of `head`.
 */
export function putBack(request: IncomingMessage, socket: Duplex, head: Buffer, server: Server): void {
  const { method = '', url = '', httpVersion } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  const headers = withoutUpgrade(request.rawHeaders);
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

const OF_UPGRADES = /^(?:upgrade|http2-settings)$/i;

/** Names and values in turn. */
function withoutUpgrade(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    if (OF_UPGRADES.test(name)) continue;
    kept.push(name, name.toLowerCase() === 'connection' ? withoutUpgradeOptions(value) : value);
  }
  return kept;
}

function withoutUpgradeOptions(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !OF_UPGRADES.test(option)).join(', ');
}
