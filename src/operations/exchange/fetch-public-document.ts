import { ServiceError } from '../../errors.js';
import { compose } from '../../http/message/compose.js';
import { followRedirects } from '../../http/wraps/follow-redirects.js';
import { RequestFailure } from '../../http/message/message.js';
import { publicNetwork, type PublicNetworkOptions } from '../../http/connections/public-network.js';
import { systemResolve } from '../../http/connect/system-resolve.js';
import { timeLimit } from '../../http/wraps/time-limit.js';
import { systemClock } from '../../primitives/clock.js';
import { documentRequest, WITHOUT_SECRETS } from './fetch-document.js';
import { MAX_SOURCE_BYTES } from '../sources/import-source.js';

export interface PublicFetch extends Pick<PublicNetworkOptions, 'allowPrivate' | 'isPublic'> {
  /** Replaces the name resolution of the system. */
  readonly resolve?: PublicNetworkOptions['resolve'];
  /** Milliseconds for the whole fetch, redirects included. */
  readonly timeout?: number;
}

const TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;

/** Fetches a document whose URL was sent by a client, so by default only from public addresses. */
export async function fetchPublicDocument(
  url: string,
  { resolve = systemResolve, timeout = TIMEOUT_MS, ...networkOptions }: PublicFetch,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const network = publicNetwork({
    ...networkOptions,
    resolve,
    connectTimeout: CONNECT_TIMEOUT_MS,
    httpVersion: 'auto',
    maxBodyBytes: MAX_SOURCE_BYTES,
    tls: { validate: true },
  });
  const redirects = { follow: true, max: MAX_REDIRECTS, ...WITHOUT_SECRETS };
  const send = compose(network, [timeLimit(timeout, systemClock), followRedirects(redirects)]);
  try {
    const { statusCode, body } = await send(documentRequest(usableUrl(url), signal));
    if (statusCode < 200 || statusCode > 299) throw notFetched(`status ${statusCode}`);
    return body;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    if (error.errorKind === 'timeout')
      throw new ServiceError('timed-out', 'could not fetch the document: timed out', { cause: error });
    signal.throwIfAborted();
    throw notFetched(error.message, error);
  }
}

function notFetched(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('network', `could not fetch the document: ${reason}`, { cause });
}

function usableUrl(text: string): string {
  const refuse = (reason: string): ServiceError =>
    new ServiceError('input', `specPath is not a usable URL: ${reason}`);
  const url = URL.parse(text);
  if (url === null) throw refuse('it cannot be parsed');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('only http and https are fetched');
  if (url.username !== '' || url.password !== '') throw refuse('it holds credentials');
  url.hash = '';
  return url.href;
}
