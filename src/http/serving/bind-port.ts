import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../errors.js';

/** Exactly that host and port (0 takes a free one), for servers that are asked for while something else runs. */
export async function bindPort(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(bindFailure(error, port));
    server.once('error', fail);
    // The name may also stand for an IPv6 address; 127.0.0.1 is what was promised.
    server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  return server.address() as AddressInfo;
}

/** server.md 4.2, POST /mock/start */
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
