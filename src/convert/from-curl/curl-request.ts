import type { Metadata } from '../../request-file/model/model.js';
import { statusRange } from '../imported-assertions.js';
import type { Pair, RequestDraft } from '../draft.js';
import { authOf } from './curl-auth.js';
import { bodyOf, joinedData } from './curl-data.js';
import type { CurlOptions } from './curl-options.js';
import { curlText } from './curl-text.js';
import { readUrl, withQuery, type CurlUrl } from './curl-url.js';

/** One request for each URL of a command; the losses are noted in the options. */
export function curlRequests(options: CurlOptions, place: string): RequestDraft[] {
  const body = bodyOf(options);
  const query = options.dataInQuery ? joinedData(options.data, options.losses) : '';
  const headers = headersOf(options);
  const requests = options.urls.flatMap((word) => {
    const url = readUrl(word, options);
    return url === undefined ? [] : [{ url, auth: authOf(options, url.user, url.host) }];
  });
  return requests.map(({ url, auth }) => {
    const method = methodOf(options);
    const path = url.path === '' ? '/' : url.path;
    const directives: Metadata = {
      ...(auth && { auth }),
      ...(options.timeout !== undefined && { timeout: options.timeout }),
      ...(options.retry !== undefined && { retry: options.retry }),
      ...(options.retryDelay !== undefined && { retryDelay: options.retryDelay }),
    };
    return {
      place,
      title: `${method} ${path}`,
      name: `${method.toLowerCase()}_${/[A-Za-z0-9]/.test(path) ? path : 'root'}`,
      method,
      url: withQuery(uploadUrl(url, options), query),
      headers,
      directives,
      assertions: statusRange(200, 400),
      ...(body && { body }),
    };
  });
}

function methodOf({ method, head, dataInQuery, upload, data, form }: CurlOptions): string {
  if (method !== undefined) return method;
  if (head) return 'HEAD';
  if (form.length > 0) return 'POST';
  if (upload !== undefined) return 'PUT';
  return data.length > 0 && !dataInQuery ? 'POST' : 'GET';
}

/** An upload to a directory gets the name of the file. */
function uploadUrl({ url }: CurlUrl, { upload }: CurlOptions): string {
  const [, name = ''] = /([^/\\]*)$/.exec(upload ?? '') ?? [];
  return upload !== undefined && /^[^?#]*\/$/.test(url) ? url + curlText(encodeURIComponent(name)) : url;
}

/** Headers that svc sends by itself: taking them away is something it cannot do. */
const SENT_ANYWAY: ReadonlySet<string> = new Set(['accept', 'user-agent', 'accept-encoding']);

function headersOf(options: CurlOptions): Pair[] {
  const { headers, data, form, losses } = options;
  const written = new Set(headers.filter((header) => header.written).map(({ key }) => key.toLowerCase()));
  const kept: Pair[] = [];
  for (const { key, value, written: isWritten } of headers) {
    const name = key.toLowerCase();
    if (!isWritten && written.has(name)) continue;
    if (value === undefined) {
      if (SENT_ANYWAY.has(name)) losses.push(`the header ${key} is sent even where curl leaves it out`);
    } else if (!(form.length > 0 && name === 'content-type')) kept.push({ key, value: curlText(value) });
  }
  if (data.length === 0 || form.length > 0 || options.dataInQuery) return kept;
  const isJson = data.some((piece) => piece.kind === 'json' || (piece.kind === 'file' && piece.json));
  if (!written.has('content-type'))
    kept.push({
      key: 'Content-Type',
      value: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    });
  if (isJson && !written.has('accept')) kept.push({ key: 'Accept', value: 'application/json' });
  return kept;
}
