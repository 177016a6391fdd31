import { onTestFinished } from 'vitest';
import { createService, type Service } from '../../../src/operations/servers/service.js';
import { startServer, type ServerLimits } from '../../../src/server/start-server.js';
import { NO_PORTS } from './served-ports.js';
import { temporaryWorkspace } from '../files/workspace.js';

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  /** The server uses a part that a test replaces from then on. */
  readonly service: Service;
  readonly log: readonly string[];
  readonly close: () => Promise<void>;
}

export interface LocalServerSetup {
  readonly limits?: Partial<ServerLimits>;
  readonly allowPrivateNetwork?: boolean;
  readonly change?: (service: Service, root: string) => Service;
}

/** A server with other limits or a changed service, which no flag can give; closed with the test. */
export async function startLocalServer({
  limits = {},
  allowPrivateNetwork = false,
  change = (service) => service,
}: LocalServerSetup = {}): Promise<LocalServer> {
  const log: string[] = [];
  const root = await temporaryWorkspace();
  const whole = await createService({
    root,
    config: undefined,
    environment: undefined,
    watch: false,
    history: { enabled: false, path: undefined },
    allowShell: false,
    allowDb: false,
    allowPrivateNetwork,
    host: '127.0.0.1',
    ports: NO_PORTS,
    process: {},
    cpuTime: () => 0,
    system: { runtimeVersion: 'v20.0.0', os: 'linux', arch: 'x64' },
    log: (level, message, fields) => log.push(`${level} ${message} ${fields?.['status'] ?? ''}`),
  });
  const service = change(whole, root);
  const { url, close } = await startServer(service, {
    host: '127.0.0.1',
    port: 0,
    token: undefined,
    readOnly: false,
    cors: false,
    apiOnly: true,
    limits: { headMs: 10_000, requestMs: 60_000, idleMs: 75_000, shutdownMs: 500, ...limits },
  });
  onTestFinished(close);
  return { url, port: Number(new URL(url).port), service, log, close };
}
