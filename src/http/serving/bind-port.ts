import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../errors.js';

/** Binds exactly that host and port (0 takes a free one); by default with the errors of a server inside another. */
export async function bindPort(
  server: Server,
  host: string,
  port: number,
  toError: (error: NodeJS.ErrnoException, port: number) => Error = bindFailure,
): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(toError(error, port));
    server.once('error', fail);
    // The name may also resolve to an IPv6 address, but the documented address is 127.0.0.1.
    server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  return server.address() as AddressInfo;
}

function bindFailure(error: NodeJS.ErrnoException, port: number): ServiceError {
  const { code = error.message } = error;
  if (code === 'EADDRINUSE') {
    return new ServiceError('conflict', `port ${port} is already in use`, { cause: error });
  }
  return new ServiceError('input', `port ${port} cannot be used: ${REASONS[code] ?? code}`, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'not permitted',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
};
