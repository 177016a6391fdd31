// The server side of version 4 signatures: signs the request again and compares the results.
import { createHash, createHmac } from 'node:crypto';
import { CREDENTIALS } from './state.mjs';

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** @param {import('./state.mjs').Call} call */
export function isSignatureRight({ method, target, headers, body }) {
  const parts = HEADER.exec(headers.authorization ?? '');
  if (parts === null) return false;
  const [, accessKey, date = '', region = '', service = '', names = '', signature] = parts;
  const time = String(headers['x-amz-date']);
  if (accessKey !== CREDENTIALS.accessKey || !time.startsWith(date)) return false;
  const signedNames = names.split(';');
  if (!['host', 'x-amz-date'].every((name) => signedNames.includes(name))) return false;
  const [path = '/', query = ''] = target.split('?');
  const canonical = [
    method,
    path.split('/').map(encodeStrictly).join('/'),
    query.split('&').sort().join('&'),
    ...signedNames.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = [date, region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce(
    (/** @type {string | Buffer} */ last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${CREDENTIALS.secretKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

/** Encodes a segment that is already encoded once. @param {string} segment */
function encodeStrictly(segment) {
  return encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** @param {string | Buffer} data */
function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
