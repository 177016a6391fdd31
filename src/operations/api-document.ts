import { readApi, type Api } from '../coverage/api.js';
import { LARGEST_DOCUMENT, parseDocument } from '../documents/parse-document.js';
import { ServiceError } from '../errors.js';
import type { RunOptions } from '../runner/options.js';
import { version } from '../version.js';
import { diskReason } from '../workspace/disk-error.js';
import { readLimited } from '../workspace/read-limited.js';
import type { NamedPath } from './client-settings.js';

/** The API description that coverage is measured against, from a file or over HTTP (cli.md 6.9). */
export async function loadApi(document: NamedPath, options: RunOptions, signal: AbortSignal): Promise<Api> {
  const isUrl = /^https?:\/\//i.test(document.shown);
  const bytes = isUrl ? await fetchDocument(document.shown, options, signal) : await readDocument(document);
  if (bytes.length > LARGEST_DOCUMENT) {
    throw new ServiceError('input', `${document.shown} is larger than 20 MiB`);
  }
  const parsed = await parseDocument(new TextDecoder().decode(bytes));
  if ('fault' in parsed) throw new ServiceError('input', `${document.shown} is ${parsed.fault}`);
  return readApi(parsed.value, document.shown);
}

async function readDocument({ absolute, shown }: NamedPath): Promise<Uint8Array> {
  try {
    return await readLimited(absolute, LARGEST_DOCUMENT);
  } catch (error) {
    throw new ServiceError('input', `cannot read ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

async function fetchDocument(url: string, options: RunOptions, signal: AbortSignal): Promise<Uint8Array> {
  const { createConnection } = await import('../http/connection.js');
  const { compose } = await import('../http/compose.js');
  const { timeLimit } = await import('../http/time-limit.js');
  const { followRedirects } = await import('../http/follow-redirects.js');
  const { prepareUrl } = await import('../http/url-encoding.js');
  const { connectTimeout, httpVersion, proxy, tls, validateSSL, timeout, maxRedirects } = options;
  const connection = createConnection({
    connectTimeout,
    httpVersion,
    proxy,
    maxSockets: 1,
    maxBodyBytes: LARGEST_DOCUMENT,
    tls: { ...(tls.ca !== undefined && { ca: tls.ca }), validate: validateSSL },
  });
  const nothing = { contains: () => false };
  const redirects = { follow: true, max: maxRedirects, secrets: nothing, credentialHeaders: [] };
  const send = compose(connection.send, [timeLimit(timeout), followRedirects(redirects)]);
  const headers = [
    ['User-Agent', `svc/${version}`],
    ['Accept', 'application/json, application/yaml, */*;q=0.5'],
    ['Accept-Encoding', 'gzip, deflate, br'],
  ] as const;
  try {
    const request = { method: 'GET', url: prepareUrl(url), headers, body: null, signal };
    const { statusCode, body } = await send(request);
    if (statusCode < 200 || statusCode > 299)
      throw new ServiceError('input', `${url} was answered with status ${statusCode}`);
    return body;
  } finally {
    connection.close();
  }
}
