import { onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startOnFreePort } from '../support/servers/free-port.js';
import { startServer, type RunningServer } from '../support/servers/running-server.js';

/** What a browser says while the server of its page is away, or just about to go. */
export const AWAY = /WebSocket|503 |ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

export interface RestartedServer extends RunningServer {
  /** With the same workspace at the same port, which nobody else gets meanwhile. */
  readonly startAgain: () => Promise<RunningServer>;
}

/** A server with the web interface that a test ends and starts again. */
export async function startRestarted(files: Readonly<Record<string, string>>): Promise<RestartedServer> {
  const root = await temporaryWorkspace(files);
  const startAt = (port: number): Promise<RunningServer> =>
    startServer({ web: true, root, args: ['--port', String(port)] });
  const isTaken = (error: unknown): boolean => String(error).includes('already in use');
  const { port, started, release } = await startOnFreePort(startAt, isTaken);
  onTestFinished(release);
  return { ...started, startAgain: () => startAt(port) };
}
