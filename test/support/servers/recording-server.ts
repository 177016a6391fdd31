import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from './raw-server.js';

export interface Recorded {
  readonly method: string;
  readonly target: string;
  /** As they came, bytes as characters. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface RecordingServer {
  readonly port: number;
  readonly url: string;
  /** What has come since the last call. */
  readonly take: () => Recorded[];
}

/** Responds to every request, by default with 200, and remembers it; closed when the test has finished. */
export async function recordingServer(
  respond: (response: ServerResponse) => void = (response) => response.end(),
): Promise<RecordingServer> {
  let recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: target = '', rawHeaders } = request;
      const headers = rawHeaders.flatMap((name, i): [string, string][] =>
        i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? '']] : [],
      );
      recorded.push({ method, target, headers, body: Buffer.concat(chunks) });
      respond(response);
    });
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const take = (): Recorded[] => {
    const taken = recorded;
    recorded = [];
    return taken;
  };
  return { port, url: `http://127.0.0.1:${port}`, take };
}

/** The value of a header, read as UTF-8. */
export function headerOf({ headers }: Recorded, name: string): string | undefined {
  const value = headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return value === undefined ? undefined : Buffer.from(value, 'latin1').toString('utf8');
}
