/** Signs requests with version 4 of the cloud signature. */
import { createHash, createHmac } from 'node:crypto';
import { hashBody } from '../message/body-hash.js';
import { headerValues, withoutHeaders } from '../message/header-list.js';
import type { HeaderList, HttpRequest, Wrap } from '../message/message.js';
import { authorityOf, requestTarget } from '../message/url-parts.js';
import { buildCanonicalRequest, type CanonicalRequest } from './canonical-request.js';
import { keepsCredentials, withCredential } from './credential-header.js';

export interface CloudCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly service: string;
  /** Absent or empty for permanent keys. */
  readonly sessionToken?: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

export function cloudSignature(credentials: CloudCredentials, clock: () => number): Wrap {
  return (next) => async (request) =>
    next(keepsCredentials(request) ? await signed(request, credentials, clock()) : request);
}

/** The time as `YYYYMMDDTHHMMSSZ`. */
export function signingTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, '');
}

export function createAuthorization(
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
  const payloadHash = await hashBody('sha256', request.body);
  const own: HeaderList = [
    ['X-Amz-Date', time],
    ['X-Amz-Content-Sha256', payloadHash],
    ['X-Amz-Security-Token', credentials.sessionToken ?? ''],
  ];
  const stamped = own
    .filter(([, value]) => value !== '')
    .reduce((each, [name, value]) => withCredential(each, name, value), request);
  const canonical = buildCanonicalRequest({
    method: request.method,
    target: requestTarget(request.url),
    service: credentials.service,
    headers: headersToSign(request.url, stamped.headers),
    payloadHash,
  });
  return withCredential(stamped, 'Authorization', createAuthorization(canonical, credentials, time));
}

function headersToSign(url: string, headers: HeaderList): HeaderList {
  const host = headerValues(headers, 'host')[0] ?? authorityOf(url);
  const others = withoutHeaders(headers, (name) => name !== 'content-type' && !name.startsWith('x-amz-'));
  return [['host', host], ...others];
}
