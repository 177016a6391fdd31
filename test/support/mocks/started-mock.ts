import { onTestFinished } from 'vitest';
import {
  startMock,
  type MockExchangeSummary,
  type MockOptions,
  type RunningMock,
} from '../../../src/mock/mock-server.js';
import { routesOf } from '../runs/mock-routes.js';
import { NO_PORTS } from '../servers/served-ports.js';

export interface StartedMock extends RunningMock {
  readonly origin: string;
  /** In the order of their responses. */
  readonly requests: readonly MockExchangeSummary[];
}

/** A mock server of one file, in this process; ended when the test has finished. */
export async function startedMock(text: string, options: Partial<MockOptions> = {}): Promise<StartedMock> {
  const requests: MockExchangeSummary[] = [];
  const mock = await startMock({
    routes: await routesOf(text),
    host: '127.0.0.1',
    port: 0,
    delay: 0,
    cors: false,
    ports: NO_PORTS,
    onRequest: (request) => requests.push(request),
    ...options,
  });
  onTestFinished(() => mock.stop(0));
  return { ...mock, origin: `http://${mock.host}:${mock.port}`, requests };
}
