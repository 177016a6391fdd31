/** The stream of events. Nothing is replayed after a break, so whoever listens asks anew on `connected`. */
import type { ServerEvent } from '../../../src/server/api-types.js';
import { API_ROOT, currentToken } from './client.js';

export interface EventListener {
  readonly connected: () => void;
  readonly disconnected: () => void;
  readonly received: (event: ServerEvent) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Below the server's own patience; a sleeping laptop finds out soon that its connection is gone. */
const PING_EVERY = 25_000;

/** Connects, and again after every break, until the returned function is called. */
export function listenToEvents(listener: EventListener): () => void {
  let socket: WebSocket | undefined;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const connect = (): void => {
    socket = new WebSocket(address());
    const ping = setInterval(() => {
      if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, PING_EVERY);
    socket.addEventListener('open', () => {
      wait = FIRST_WAIT;
      listener.connected();
    });
    socket.addEventListener('message', ({ data }) =>
      listener.received(JSON.parse(String(data)) as ServerEvent),
    );
    socket.addEventListener('close', () => {
      clearInterval(ping);
      if (stopped) return;
      listener.disconnected();
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  };

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}

function address(): string {
  const { protocol, host } = window.location;
  const token = currentToken();
  const query = token === '' ? '' : `?token=${encodeURIComponent(token)}`;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${API_ROOT}/ws${query}`;
}
