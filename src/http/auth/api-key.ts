import type { Wrap } from '../message/message.js';
import { encodeQueryComponent } from '../message/url-encoding.js';

/** The key goes with the first request only, because a Location is followed as the server wrote it. */
export function apiKeyQuery(parameter: string, value: string): Wrap {
  return (next) => async (request) =>
    next(
      request.hop === undefined ? { ...request, url: withApiKey(request.url, parameter, value) } : request,
    );
}

/** The URL with the key as its last query parameter. */
export function withApiKey(url: string, parameter: string, value: string): string {
  const pair = `${encodeQueryComponent(parameter)}=${encodeQueryComponent(value)}`;
  if (!url.includes('?')) return `${url}?${pair}`;
  return url.endsWith('?') ? url + pair : `${url}&${pair}`;
}
