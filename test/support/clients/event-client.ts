import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { RunningServer } from '../servers/running-server.js';

export interface ServerEvent {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

export interface EventClient {
  readonly socket: WebSocket;
  readonly events: ServerEvent[];
  /** The events as they were received. */
  readonly texts: string[];
  /** The code of the close frame, 1006 without one. */
  readonly closed: Promise<number>;
  /** The events of one type, as soon as there are that many. */
  readonly until: (type: string, count?: number) => Promise<readonly ServerEvent[]>;
}

/** A client of the event stream, with the `ws` package. */
export async function listen(
  { origin }: Pick<RunningServer, 'origin'>,
  { query = '', ...options }: ClientOptions & { readonly query?: string } = {},
): Promise<EventClient> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/ws${query}`, options);
  const events: ServerEvent[] = [];
  const texts: string[] = [];
  socket.on('message', (data, isBinary) => {
    if (isBinary) throw new Error('events are text');
    const text = (data as Buffer).toString('utf8');
    texts.push(text);
    events.push(JSON.parse(text) as ServerEvent);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.on('error', () => undefined);
  const ofType = (type: string): ServerEvent[] => events.filter((event) => event.type === type);
  const until: EventClient['until'] = async (type, count = 1) => {
    await expect.poll(() => ofType(type).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    return ofType(type);
  };
  return { socket, events, texts, closed, until };
}

/** The status of a refused handshake, and its body. */
export async function refusedHandshake(
  { origin }: Pick<RunningServer, 'origin'>,
  options: ClientOptions & { readonly query?: string },
): Promise<{ readonly status: number; readonly json: unknown }> {
  const { query = '', ...rest } = options;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/ws${query}`, rest);
  onTestFinished(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('the handshake was not refused')));
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const json = JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
        resolve({ status: response.statusCode ?? 0, json });
      });
    });
  });
}
