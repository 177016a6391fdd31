/** Redirects (language 9.8) and what may travel with them (5.5). */
import { isCredentialHeader } from '../../redaction/credential-headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { withEarlierExchanges } from './earlier-exchanges.js';
import { headerValues, withoutHeaders } from '../message/header-list.js';
import {
  RequestFailure,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  type Wrap,
} from '../message/message.js';
import { prepareUrl } from '../message/url-encoding.js';
import { originOf } from '../message/url-parts.js';

export interface SecretLookup {
  contains(text: string): boolean;
}

export interface RedirectOptions {
  /** False: the first 3xx is the answer. */
  readonly follow: boolean;
  /** How many are followed; one more is a failure. */
  readonly max: number;
  readonly secrets: SecretLookup;
  /** Named by an `apiKey` directive, any case. */
  readonly credentialHeaders: readonly string[];
}

const TO_GET: ReadonlySet<number> = new Set([301, 302, 303]);
const SAME_METHOD: ReadonlySet<number> = new Set([307, 308]);
/** Beside `Content-*`: RFC 9110 section 15.4, and what announces a body. */
const BODY_HEADERS: ReadonlySet<string> = new Set([
  'digest',
  'repr-digest',
  'last-modified',
  'transfer-encoding',
  'trailer',
  'expect',
]);

export function followRedirects(options: RedirectOptions): Wrap {
  if (!options.follow) return (next) => next;
  return (next) => async (first) => {
    let request = first;
    let response = await next(first);
    for (let followed = 0; ; followed++) {
      const location = redirectLocation(response);
      if (location === undefined) return response;
      if (followed === options.max) throw tooMany(options.max, response);
      const hop = nextHop(request, response, location, options);
      response = await withEarlierExchanges(response, () => next(hop));
      request = hop;
    }
  };
}

/** Undefined: this answer leads nowhere. */
function redirectLocation(response: HttpResponse): string | undefined {
  if (!TO_GET.has(response.statusCode) && !SAME_METHOD.has(response.statusCode)) return undefined;
  const location = headerValues(response.headers, 'location')[0]?.trim();
  return location === '' ? undefined : location;
}

function tooMany(max: number, response: HttpResponse): RequestFailure {
  const limit = max === 1 ? 'more than 1 redirect' : `more than ${max} redirects`;
  return new RequestFailure('redirects', `the server sent ${limit}; maxRedirects allows no more`, {
    exchanges: response.exchanges,
  });
}

function nextHop(
  request: HttpRequest,
  response: HttpResponse,
  location: string,
  options: RedirectOptions,
): HttpRequest {
  const url = targetUrl(location, response);
  const leaves = originOf(url) !== originOf(request.url);
  const originLeft = leaves || request.hop?.originLeft === true;
  const headers = leaves ? headersForOthers(request.headers, options) : request.headers;
  const hop = { ...request, url, headers, hop: { originLeft } };
  if (SAME_METHOD.has(response.statusCode)) return hop;
  return {
    ...hop,
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    headers: withoutHeaders(headers, (name) => name.startsWith('content-') || BODY_HEADERS.has(name)),
    body: null,
  };
}

/** A fragment is for the reader of the page and never sent; messages name no more than the scheme of a target. */
function targetUrl(location: string, response: HttpResponse): string {
  const refuse = (why: string): RequestFailure =>
    new RequestFailure('redirects', `the redirect (status ${response.statusCode}) is not followed: ${why}`, {
      exchanges: response.exchanges,
    });
  const target = URL.parse(location, response.url);
  if (target === null) throw refuse('its Location is not a URL');
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw refuse(`its Location has the scheme "${target.protocol.slice(0, -1)}", not http or https`);
  }
  if (target.username !== '' || target.password !== '') throw refuse('its Location holds user information');
  target.hash = '';
  return prepareUrl(target.href);
}

/** A written Host names the place that was left; what redaction hides by name or by value stays there too. */
function headersForOthers(headers: HeaderList, { credentialHeaders, secrets }: RedirectOptions): HeaderList {
  return withoutHeaders(
    headers,
    (name, value) =>
      name === 'host' ||
      isCredentialHeader(name, credentialHeaders) ||
      isSecretFieldName(name) ||
      secrets.contains(value),
  );
}
