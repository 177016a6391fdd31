/** Servers' side of Digest and version 4 signatures, written from the standards and not from the product. */
import { createHash, createHmac } from 'node:crypto';
import type { HeaderList } from '../../../src/http/message/message.js';

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

export interface DigestAccount {
  readonly username: string;
  readonly password: string;
  readonly realm: string;
}

const HASHES: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
};

/** The fields of Digest credentials, or undefined when the header is missing or holds other credentials. */
export function digestFields(seen: SeenRequest): Readonly<Record<string, string>> | undefined {
  const [value = '', ...more] = valuesOf(seen.headers, 'authorization');
  if (more.length > 0 || !value.startsWith('Digest ')) return undefined;
  const fields: Record<string, string> = {};
  for (const match of value.slice(7).matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))(?:, |$)/g)) {
    fields[match[1] ?? ''] = match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '';
  }
  return fields;
}

/** What is wrong with Digest credentials, or undefined when they are right (RFC 7616 section 3.4). */
export function digestFault(seen: SeenRequest, account: DigestAccount): string | undefined {
  const fields = digestFields(seen);
  if (fields === undefined) return 'no answer';
  const { nonce = '', cnonce = '', nc = '', qop, uri, response, algorithm = 'MD5' } = fields;
  const [, name = '', session] = /^(.*?)(-sess)?$/i.exec(algorithm) ?? [];
  const hash = (text: string | Uint8Array): string =>
    createHash(HASHES[name.toUpperCase()] ?? '')
      .update(text)
      .digest('hex');
  const shown =
    fields['userhash'] === 'true' ? hash(`${account.username}:${account.realm}`) : account.username;
  const extended = fields['username*']?.replace(/^UTF-8''/, '');
  const username = extended === undefined ? fields['username'] : decodeURIComponent(extended);
  if (username !== shown) return `username is ${username}`;
  if (fields['realm'] !== account.realm) return `realm is ${fields['realm']}`;
  if (uri !== seen.target) return `uri is ${uri}, the target ${seen.target}`;
  const base = hash(`${account.username}:${account.realm}:${account.password}`);
  const a1 = session === undefined ? base : hash(`${base}:${nonce}:${cnonce}`);
  const a2 = hash(`${seen.method}:${uri}${qop === 'auth-int' ? `:${hash(seen.body)}` : ''}`);
  const expected = hash(
    qop === undefined ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}`,
  );
  return response === expected ? undefined : `response is ${response}, expected ${expected}`;
}

export interface SigningAccount {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly service: string;
}

/** What is wrong with a version 4 signature, or undefined when it is right. */
export function signatureFault(seen: SeenRequest, account: SigningAccount): string | undefined {
  const [value = ''] = valuesOf(seen.headers, 'authorization');
  const parts = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
    value,
  );
  if (parts === null) return 'not signed';
  const [, credential = '', names = '', signature = ''] = parts;
  const [time = ''] = valuesOf(seen.headers, 'x-amz-date');
  const scope = `${time.slice(0, 8)}/${account.region}/${account.service}/aws4_request`;
  if (credential !== `${account.accessKey}/${scope}`) return `credential is ${credential}`;
  const mustSign = seen.headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => name === 'host' || name === 'content-type' || name.startsWith('x-amz-'));
  if (names !== [...new Set(mustSign)].sort().join(';')) return `signed are ${names}`;
  const payload = createHash('sha256').update(seen.body).digest('hex');
  if (valuesOf(seen.headers, 'x-amz-content-sha256').join() !== payload) return 'payload hash differs';
  const lines = names
    .split(';')
    .map((name) => `${name}:${valuesOf(seen.headers, name).map(collapsed).join(',')}\n`);
  const [path = '', query = ''] = seen.target.split(/\?(.*)/s);
  const canonical = [
    seen.method,
    signedPath(path, account.service),
    signedQuery(query),
    lines.join(''),
    names,
    payload,
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${account.secretKey}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex');
  return signature === expected ? undefined : `signature differs over\n${canonical}`;
}

function signedPath(path: string, service: string): string {
  if (service === 's3')
    return path
      .split('/')
      .map((part) => strict(decodeURIComponent(part)))
      .join('/');
  const normal = new URL(`http://x${path.replace(/\/+/g, '/')}`).pathname;
  return normal.split('/').map(strict).join('/');
}

function signedQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const encoded = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return [strict(decodeURIComponent(name)), strict(decodeURIComponent(value))];
  });
  // A character below every other one keeps `a` before `a-b`.
  return encoded
    .map((pair) => pair.join('\u0001'))
    .sort()
    .map((pair) => pair.replace('\u0001', '='))
    .join('&');
}

function strict(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) =>
      /[\w.~-]/.test(character)
        ? character
        : `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    )
    .join('');
}

function collapsed(text: string): string {
  return text.trim().replace(/[ \t]+/g, ' ');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function valuesOf(headers: HeaderList, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}
