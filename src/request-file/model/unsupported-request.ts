/** Requests that svc cannot run. They fail, unless whoever runs them wants them skipped. */
import { isSubscription } from '../text/graphql-operation.js';
import { GRAPHQL, UNSUPPORTED_METHODS } from '../text/methods.js';
import type { Request } from './model.js';

export interface UnsupportedRequest {
  /** Its method, or `GRAPHQL subscription`. */
  readonly kind: string;
  /** Why it fails. */
  readonly message: string;
}

/** Whether requests with this method have to be looked at. */
export function mayBeUnsupported(method: string): boolean {
  return UNSUPPORTED_METHODS.has(method) || method === GRAPHQL || method === 'CONNECT';
}

/** Undefined for a request that svc can run. */
export function unsupportedRequest({
  method,
  url,
  body,
}: Pick<Request, 'method' | 'url' | 'body'>): UnsupportedRequest | undefined {
  if (!mayBeUnsupported(method)) return undefined;
  if (method !== GRAPHQL) return notRun(method);
  if (/^wss?:/i.test(url)) return notRun(SUBSCRIPTION);
  if (body?.contentType !== 'graphql')
    return { kind: GRAPHQL, message: 'the request has no GraphQL document' };
  return isSubscription(body.graphql) ? notRun(SUBSCRIPTION) : undefined;
}

const SUBSCRIPTION = `${GRAPHQL} subscription`;

function notRun(kind: string): UnsupportedRequest {
  const advice = 'leave it out with --exclude-tags or @skip, or accept it with --skip-unsupported';
  return { kind, message: `${kind} requests cannot be run by svc; ${advice}` };
}

const SKIP_REASON = 'unsupported: ';

/** Why a request is skipped that would fail otherwise. */
export function unsupportedSkipReason({ kind }: UnsupportedRequest): string {
  return `${SKIP_REASON}${kind}`;
}

export function isUnsupportedSkip(skipReason: string): boolean {
  return skipReason.startsWith(SKIP_REASON);
}

/** What is said at the end about requests that were skipped for this reason. */
export function unsupportedNote(names: readonly string[]): string {
  const requests = names.length === 1 ? '1 request was' : `${names.length} requests were`;
  return `${requests} not run (unsupported): ${names.join(', ')}`;
}
