import type { Wrap } from '../message/message.js';
import { encodeQueryComponent } from '../message/url-encoding.js';
import { keepsCredentials, withCredential } from './credential-header.js';

export function apiKey(headerName: string, value: string): Wrap {
  return (next) => async (request) =>
    next(keepsCredentials(request) ? withCredential(request, headerName, value) : request);
}

/** Only on the first request: a Location is followed as the server wrote it (language 5.5). */
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
