import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../../errors.js';
import { OPENMETRICS_TYPE, stressMetrics } from '../../../reports/stress/stress-metrics.js';
import type { ObservedTest } from '../../../stress/stress-test.js';
import { diskReason } from '../../../workspace/paths/disk-error.js';
import type { OutputFile } from '../../../workspace/output/output-file.js';
import { openOutput } from '../../../workspace/output/write-output.js';
import type { Terminal } from '../../command/terminal.js';

export interface MetricsOutput {
  close(): Promise<void>;
}

const INTERVAL_MS = 1000;

/** Writes one line of JSON per second with the time and the live statistics; refuses a file that cannot be written. */
export async function openMetricsFile(output: OutputFile, test: ObservedTest): Promise<MetricsOutput> {
  const file = await openOutput(output, 'empty');
  let last: Promise<unknown> = Promise.resolve();
  const write = (): void => {
    const { stats, workers } = test.update;
    const present = workers?.filter(({ state }) => state !== 'lost').length;
    const figures = { time: new Date().toISOString(), ...stats, ...(workers && { workers: present }) };
    const line = `${JSON.stringify(figures)}\n`;
    last = last.then(() => file.write(line));
    // The failure is reported when the file is closed.
    last.catch(() => undefined);
  };
  const timer = setInterval(write, INTERVAL_MS);
  return {
    close: async () => {
      clearInterval(timer);
      write();
      try {
        await last;
      } catch (error) {
        const message = `could not write ${output.shown}: ${diskReason(error)}`;
        throw new ServiceError('output', message, { cause: error });
      } finally {
        await file.close();
      }
    },
  };
}

export async function openMetricsPort(
  port: number,
  test: ObservedTest,
  terminal: Terminal,
): Promise<MetricsOutput> {
  const server = createServer((request, response) => {
    const isAsked = request.url === '/metrics' || request.url?.startsWith('/metrics?');
    if (!isAsked) response.writeHead(404).end();
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else response.writeHead(200, { 'Content-Type': OPENMETRICS_TYPE }).end(stressMetrics(test.update));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is already in use' : diskReason(error);
      reject(new ServiceError('output', `cannot listen on port ${port}: ${reason}`, { cause: error }));
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const { port: bound } = server.address() as AddressInfo;
  await terminal.note(`metrics at http://127.0.0.1:${bound}/metrics`);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
