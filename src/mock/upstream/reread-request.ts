import { IncomingMessage } from 'node:http';

/** A request whose body has been read, as if nothing had been read from it yet. */
export function rereadRequest(request: IncomingMessage, body: Uint8Array): IncomingMessage {
  const unread = new IncomingMessage(request.socket);
  const { method, url, httpVersion, rawHeaders, rawTrailers } = request;
  Object.assign(unread, { method, url, httpVersion, rawHeaders, rawTrailers, complete: true });
  unread.push(body);
  unread.push(null);
  return unread;
}
