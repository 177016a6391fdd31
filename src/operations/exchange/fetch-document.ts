import { ServiceError } from '../../errors.js';
import type { HttpRequest } from '../../http/message/message.js';
import type { RunOptions } from '../../runner/plan/options.js';
import { systemClock } from '../../primitives/clock.js';
import { version } from '../../version.js';

/** Fetches a document with the client settings of the user, from any host. */
export async function fetchDocument(
  url: string,
  options: RunOptions,
  maxBodyBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { createConnections } = await import('../../http/connections/connections.js');
  const { compose } = await import('../../http/message/compose.js');
  const { timeLimit } = await import('../../http/wraps/time-limit.js');
  const { followRedirects } = await import('../../http/wraps/follow-redirects.js');
  const { prepareUrl } = await import('../../http/message/url-encoding.js');
  const { connectTimeout, httpVersion, proxy, tls, validateSSL, timeout } = options;
  const { originOf } = await import('../../http/message/url-parts.js');
  const address = prepareUrl(url);
  const connection = createConnections({
    connectTimeout,
    httpVersion,
    proxy,
    maxSockets: 1,
    maxBodyBytes,
    tls: { ...tls, validate: validateSSL, clientCertificateOrigins: new Set([originOf(address)]) },
  });
  const redirects = { follow: options.followRedirects, max: options.maxRedirects, ...WITHOUT_SECRETS };
  const send = compose(connection.send, [timeLimit(timeout, systemClock), followRedirects(redirects)]);
  try {
    const { statusCode, body } = await send(documentRequest(address, signal));
    if (statusCode < 200 || statusCode > 299)
      throw new ServiceError('input', `${url} responded with status ${statusCode}`);
    return body;
  } finally {
    connection.close();
  }
}

/** The request of a document contains nothing that a redirect could reveal. */
export const WITHOUT_SECRETS = { secrets: { contains: () => false }, credentialHeaders: [] };

/** Builds the GET request for an API description. */
export function documentRequest(url: string, signal: AbortSignal): HttpRequest {
  return { method: 'GET', url, headers: HEADERS, body: null, signal };
}

const HEADERS = [
  ['User-Agent', `svc/${version}`],
  ['Accept', 'application/json, application/yaml, */*;q=0.5'],
  ['Accept-Encoding', 'gzip, deflate, br'],
] as const;
