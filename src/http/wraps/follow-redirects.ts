/** Redirects of the requests of a run: credentials and secrets stay at the origin that they were written for. */
import { isCredentialHeader } from '../../redaction/credential-headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { withoutHeaders } from '../message/header-list.js';
import { RequestFailure, type HeaderList, type HttpResponse, type Wrap } from '../message/message.js';
import { prepareUrl } from '../message/url-encoding.js';
import { followChain, type Redirect, type RedirectHop, type RedirectPolicy } from './redirect-chain.js';

export interface RedirectOptions extends Pick<RedirectPolicy, 'follow' | 'max'> {
  readonly secrets: { contains(text: string): boolean };
  /** The header names of `apiKey` directives, in any case. */
  readonly credentialHeaders: readonly string[];
}

/** Headers of a body beside `Content-*`: those of RFC 9110 section 15.4, and those that announce a body. */
const BODY_HEADERS: ReadonlySet<string> = new Set([
  'digest',
  'repr-digest',
  'last-modified',
  'transfer-encoding',
  'trailer',
  'expect',
]);

export function followRedirects(options: RedirectOptions): Wrap {
  const { follow, max } = options;
  return followChain({
    follow,
    max,
    keepsSafeRequests: false,
    resolveTarget,
    headersFor: (hop) => headersFor(hop, options),
    createLimitFailure: (response) => limitFailure(max, response),
  });
}

function limitFailure(max: number, response: HttpResponse): RequestFailure {
  const limit = max === 1 ? 'more than 1 redirect' : `more than ${max} redirects`;
  return new RequestFailure('redirects', `the server sent ${limit}; maxRedirects allows no more`, {
    exchanges: response.exchanges,
  });
}

/** A fragment is never sent. Messages name only the scheme of a target, since the rest may hold secrets. */
function resolveTarget({ location, response }: Redirect): string {
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

function headersFor({ request, leavesOrigin, keepsBody }: RedirectHop, options: RedirectOptions): HeaderList {
  const headers = leavesOrigin ? headersForOtherOrigin(request.headers, options) : request.headers;
  if (keepsBody) return headers;
  return withoutHeaders(headers, (name) => name.startsWith('content-') || BODY_HEADERS.has(name));
}

/** A written Host names the origin that was left, and what redaction hides by name or by value is not for others. */
function headersForOtherOrigin(
  headers: HeaderList,
  { credentialHeaders, secrets }: RedirectOptions,
): HeaderList {
  return withoutHeaders(
    headers,
    (name, value) =>
      name === 'host' ||
      isCredentialHeader(name, credentialHeaders) ||
      isSecretFieldName(name) ||
      secrets.contains(value),
  );
}
