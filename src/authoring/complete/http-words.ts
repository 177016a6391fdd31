/** Headers and media types that requests often have. */

export const HEADERS: readonly string[] = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Cookie',
  'ETag',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Location',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'User-Agent',
  'X-Api-Key',
  'X-Request-Id',
];

export const MEDIA_TYPES: readonly string[] = [
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'application/graphql-response+json',
  'application/problem+json',
];
