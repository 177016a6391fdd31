import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../errors.js';
import { bindPort } from '../http/serving/bind-port.js';

/** Listens on exactly that host and port; the error names the reason and a remedy. */
export function listenOn(server: Server, host: string, port: number): Promise<AddressInfo> {
  return bindPort(server, host, port, (error) => bindFailure(error, host, port));
}

function bindFailure(error: NodeJS.ErrnoException, host: string, port: number): ServiceError {
  const [reason, hint] = REASONS[error.code ?? ''] ?? [
    error.code ?? error.message,
    'choose another --host or --port',
  ];
  return new ServiceError('output', `cannot listen on port ${port} of ${host}: ${reason}`, {
    hint,
    cause: error,
  });
}

const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: ['the port is already in use', 'choose another with --port, or --port 0 for a free one'],
  EACCES: ['not permitted', 'choose a port of 1024 or above with --port'],
  EADDRNOTAVAIL: ['this machine does not have that address', 'choose another with --host'],
  ENOTFOUND: ['the host is not known', 'choose another with --host'],
  EAI_AGAIN: ['the host is not known', 'choose another with --host'],
};
