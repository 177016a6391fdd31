/** Cloud signing, version 4 (language 5.3). */
import { createHash, createHmac } from 'node:crypto';
import { bodyHash } from '../message/body-hash.js';
import { headerValues, withoutHeaders } from '../message/header-list.js';
import type { HeaderList, HttpRequest, Wrap } from '../message/message.js';
import { authorityOf, requestTarget } from '../message/url-parts.js';
import { canonicalRequest, type CanonicalRequest } from './canonical-request.js';
import { keepsCredentials, withCredential } from './credential-header.js';

export interface CloudCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly service: string;
  readonly sessionToken?: string | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

export function cloudSignature(credentials: CloudCredentials, clock: () => number): Wrap {
  return (next) => async (request) =>
    next(keepsCredentials(request) ? await signed(request, credentials, clock()) : request);
}

/** `YYYYMMDDTHHMMSSZ`. */
export function signingTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, '');
}

export function authorization(
  canonical: CanonicalRequest,
  credentials: CloudCredentials,
  time: string,
): string {
  const day = time.slice(0, 8);
  const scope = [day, credentials.region, credentials.service, 'aws4_request'];
  const hash = createHash('sha256').update(canonical.text, 'utf8').digest('hex');
  const toSign = [ALGORITHM, time, scope.join('/'), hash].join('\n');
  const key = scope.reduce<string | Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part, 'utf8').digest(),
    `AWS4${credentials.secretKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign, 'utf8').digest('hex');
  return `${ALGORITHM} Credential=${credentials.accessKey}/${scope.join('/')}, SignedHeaders=${canonical.signedHeaders}, Signature=${signature}`;
}

/** Signs the bytes that will be sent, so a streamed body is read twice. */
async function signed(
  request: HttpRequest,
  credentials: CloudCredentials,
  now: number,
): Promise<HttpRequest> {
  const time = signingTime(now);
  const payloadHash = await bodyHash('sha256', request.body);
  const own: HeaderList = [
    ['X-Amz-Date', time],
    ['X-Amz-Content-Sha256', payloadHash],
    ...(credentials.sessionToken === undefined
      ? []
      : [['X-Amz-Security-Token', credentials.sessionToken] as const]),
  ];
  const stamped = own.reduce((each, [name, value]) => withCredential(each, name, value), request);
  const canonical = canonicalRequest({
    method: request.method,
    target: requestTarget(request.url),
    service: credentials.service,
    headers: headersToSign(request.url, stamped.headers),
    payloadHash,
  });
  return withCredential(stamped, 'Authorization', authorization(canonical, credentials, time));
}

function headersToSign(url: string, headers: HeaderList): HeaderList {
  const host = headerValues(headers, 'host')[0] ?? authorityOf(url);
  const others = withoutHeaders(headers, (name) => name !== 'content-type' && !name.startsWith('x-amz-'));
  return [['host', host], ...others];
}
