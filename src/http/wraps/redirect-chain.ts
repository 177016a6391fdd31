/** The one walk along `Location` headers. What is followed and what travels along is the policy of the caller. */
import { withEarlierExchanges } from './earlier-exchanges.js';
import { headerValues } from '../message/header-list.js';
import type { HeaderList, HttpRequest, HttpResponse, Wrap } from '../message/message.js';
import { originOf } from '../message/url-parts.js';

export interface RedirectPolicy {
  /** When false, the first 3xx is the response. */
  readonly follow: boolean;
  /** How many redirects are followed; one more is a failure. */
  readonly max: number;
  /** Whether GET and HEAD keep their body and its headers after every redirect, not only after 307 and 308. */
  readonly keepsSafeRequests: boolean;
  /** The URL that is requested next; throws for a target that must not be followed. */
  readonly resolveTarget: (redirect: Redirect) => string;
  /** Throws when the body must not go to the target. */
  readonly checkBody?: (hop: RedirectHop) => void;
  readonly headersFor: (hop: RedirectHop) => HeaderList;
  readonly createLimitFailure: (response: HttpResponse) => Error;
  /** What is thrown instead of the failure of a request; the first request has the number 0. */
  readonly translateFailure?: (error: unknown, number: number) => unknown;
}

export interface Redirect {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly location: string;
  /** Counted from 1. */
  readonly number: number;
}

export interface RedirectHop {
  /** The request that was redirected. */
  readonly request: HttpRequest;
  readonly url: string;
  /** The body that goes to the target. */
  readonly body: HttpRequest['body'];
  /** Whether the headers that describe a body stay. */
  readonly keepsBody: boolean;
  readonly leavesOrigin: boolean;
}

const TO_GET: ReadonlySet<number> = new Set([301, 302, 303]);
const SAME_METHOD: ReadonlySet<number> = new Set([307, 308]);

export function followChain(policy: RedirectPolicy): Wrap {
  const { follow, max, translateFailure } = policy;
  if (!follow && !translateFailure) return (next) => next;
  return (next) => async (first) => {
    const send = async (request: HttpRequest, number: number): Promise<HttpResponse> => {
      if (!translateFailure) return next(request);
      try {
        return await next(request);
      } catch (error) {
        throw translateFailure(error, number);
      }
    };
    let request = first;
    let response = await send(first, 0);
    if (!follow) return response;
    for (let followed = 0; ; followed++) {
      const location = redirectLocation(response.statusCode, response.headers);
      if (location === undefined) return response;
      if (followed === max) throw policy.createLimitFailure(response);
      const number = followed + 1;
      const hop = nextRequest({ request, response, location, number }, policy);
      response = await withEarlierExchanges(response, () => send(hop, number));
      request = hop;
    }
  };
}

/** Undefined for a response that leads nowhere. */
export function redirectLocation(status: number, headers: HeaderList): string | undefined {
  if (!TO_GET.has(status) && !SAME_METHOD.has(status)) return undefined;
  return headerValues(headers, 'location')[0]?.trim() || undefined;
}

export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status < 400;
}

function nextRequest(redirect: Redirect, policy: RedirectPolicy): HttpRequest {
  const { request, response } = redirect;
  const url = policy.resolveTarget(redirect);
  const keepsBody =
    SAME_METHOD.has(response.statusCode) || (policy.keepsSafeRequests && isSafe(request.method));
  const body = keepsBody ? request.body : null;
  const leavesOrigin = originOf(url) !== originOf(request.url);
  const hop: RedirectHop = { request, url, body, keepsBody, leavesOrigin };
  policy.checkBody?.(hop);
  return {
    ...request,
    url,
    method: keepsBody || request.method === 'HEAD' ? request.method : 'GET',
    headers: policy.headersFor(hop),
    body,
    hop: { originLeft: leavesOrigin || request.hop?.originLeft === true },
  };
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
