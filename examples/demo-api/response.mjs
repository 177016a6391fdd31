import { gzipSync } from 'node:zlib';

/**
 * The response of a route: a status and one of the bodies.
 * @typedef {object} RouteResponse
 * @property {number} [status]
 * @property {Record<string, string | string[]>} [headers]
 * @property {unknown} [json]
 * @property {string} [text]
 * @property {string} [type] of the text
 * @property {boolean} [gzip]
 * @property {readonly string[]} [events] sent one after the other
 */

/** @param {RouteResponse} response */
export function encodeResponse({ status = 200, headers = {}, json, text, type, gzip = false, events }) {
  if (events !== undefined) {
    return { status, headers: { ...headers, 'Content-Type': 'text/event-stream' }, parts: events };
  }
  const content = json === undefined ? text : JSON.stringify(json);
  if (content === undefined) return { status, headers: status === 204 ? headers : { ...headers, 'Content-Length': '0' } };
  const bytes = gzip ? gzipSync(content) : Buffer.from(content);
  return {
    status,
    headers: {
      'Content-Type': json === undefined ? (type ?? 'text/plain; charset=utf-8') : 'application/json',
      'Content-Length': String(bytes.length),
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
      ...headers,
    },
    bytes,
  };
}
