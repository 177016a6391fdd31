import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Recording } from '../../../src/record/recordings/recording.js';
import {
  startRecordingProxy,
  type RecordingProxy,
  type RecordingProxyOptions,
} from '../../../src/record/recording-proxy.js';
import { readTargetAddress } from '../../../src/record/proxy/target-address.js';
import { listening } from './raw-server.js';
import { NO_PORTS } from './served-ports.js';

export interface TestProxy {
  readonly url: string;
  readonly port: number;
  readonly proxy: RecordingProxy;
  readonly list: () => Promise<readonly Recording[]>;
}

/** A target that responds with the listener; closed when the test has finished. */
export async function startTarget(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly port: number; readonly server: Server }> {
  const server = createServer(listener);
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, port, server };
}

/** A recording proxy in this process. */
export async function startProxy(
  targetUrl: string,
  options: Partial<RecordingProxyOptions> = {},
): Promise<TestProxy> {
  const address = readTargetAddress(targetUrl);
  if (address === undefined) throw new Error(`${targetUrl} is no target`);
  const proxy = await startRecordingProxy({
    address,
    addressName: 'targetUrl',
    host: '127.0.0.1',
    port: 0,
    ownPorts: [],
    ports: NO_PORTS,
    proxy: { kind: 'none' },
    tls: { validate: true },
    deduplicate: false,
    exclude: [],
    sanitize: [],
    secrets: new Map(),
    maxBodyBytes: 1024 * 1024,
    maxRecordings: 10_000,
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
  onTestFinished(() => proxy.stop(0));
  const { port } = proxy.address;
  return { url: `http://127.0.0.1:${port}`, port, proxy, list: async () => (await proxy.recordings()).list };
}
