/** The stream of events. Nothing is replayed after an interruption, so listeners load everything again on `onConnected`. */
import { parseJson } from '../../../src/evaluation/values/json.js';
import type { ServerEvent } from '../../../src/server/api-types.js';
import { API_ROOT, currentToken } from './client.js';

export interface EventListener {
  readonly onConnected: () => void;
  readonly onDisconnected: () => void;
  readonly onEvent: (event: ServerEvent) => void;
}

const FIRST_WAIT_MS = 400;
const MAX_WAIT_MS = 8000;
/** Shorter than the idle timeout of the server. A laptop that wakes up soon detects that its connection is gone. */
const PING_INTERVAL_MS = 25_000;

/** Connects, and reconnects after every interruption, until the returned function is called. */
export function listenToEvents(listener: EventListener): () => void {
  let socket: WebSocket | undefined;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const connect = (): void => {
    socket = new WebSocket(address());
    const ping = setInterval(() => {
      if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, PING_INTERVAL_MS);
    socket.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      listener.onConnected();
    });
    socket.addEventListener('message', ({ data }) =>
      listener.onEvent(parseJson(String(data)) as unknown as ServerEvent),
    );
    socket.addEventListener('close', () => {
      clearInterval(ping);
      if (stopped) return;
      listener.onDisconnected();
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
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
  // The page reads results from the server when it shows them.
  const query = new URLSearchParams({ results: 'none', ...(token !== '' && { token }) });
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${API_ROOT}/ws?${query.toString()}`;
}
