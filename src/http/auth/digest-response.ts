/** Computes Digest credentials (RFC 7616 section 3.4; without qop RFC 2069). */
import { createHash } from 'node:crypto';
import { encodeQueryComponent } from '../message/url-encoding.js';
import { parseChallenges, type Challenge } from './challenges.js';

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** The name as the server wrote it; undefined means MD5. */
  readonly algorithm: string | undefined;
  /** The name of the hash for node:crypto. */
  readonly hash: string;
  /** Whether it is an `-sess` form. */
  readonly session: boolean;
  readonly qop: 'auth' | 'auth-int' | undefined;
  readonly userhash: boolean;
  /** Whether the server named `charset=UTF-8`. */
  readonly utf8: boolean;
  readonly stale: boolean;
}

export interface DigestInput {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly uri: string;
  readonly cnonce: string;
  /** How often the nonce was used, from 1. */
  readonly count: number;
  /** Hexadecimal, by the hash of the challenge; needed for `auth-int` only. */
  readonly bodyHash: string;
}

/** The weakest algorithm comes first. */
const ALGORITHMS: readonly { name: string; hash: string }[] = [
  { name: 'md5', hash: 'md5' },
  { name: 'md5-sess', hash: 'md5' },
  { name: 'sha-256', hash: 'sha256' },
  { name: 'sha-256-sess', hash: 'sha256' },
  { name: 'sha-512-256', hash: 'sha512-256' },
  { name: 'sha-512-256-sess', hash: 'sha512-256' },
];

/** The strongest usable challenge of all `WWW-Authenticate` values; among equals the first one. */
export function findStrongestChallenge(values: readonly string[]): DigestChallenge | undefined {
  const usable = parseChallenges(values).flatMap((challenge) => readChallenge(challenge) ?? []);
  return usable.sort((a, b) => rank(b.algorithm) - rank(a.algorithm))[0];
}

export function createAuthorization(challenge: DigestChallenge, input: DigestInput): string {
  const { realm, nonce, opaque, algorithm, qop, userhash } = challenge;
  const count = input.count.toString(16).padStart(8, '0');
  const fields = [
    usernameField(challenge, input.username),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(input.uri)}`,
    `response="${response(challenge, input, count)}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    // For an -sess form the server needs the client nonce even without qop.
    ...(qop === undefined && !challenge.session ? [] : [`cnonce=${quoted(input.cnonce)}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${count}`]),
    ...(userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${fields.join(', ')}`;
}

function readChallenge({ scheme, parameters }: Challenge): DigestChallenge | undefined {
  const nonce = parameters.get('nonce');
  const algorithm = parameters.get('algorithm');
  const supported = ALGORITHMS[rank(algorithm)];
  const qop = chooseQop(parameters.get('qop'));
  if (scheme !== 'digest' || nonce === undefined || supported === undefined || qop === 'unknown')
    return undefined;
  return {
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque'),
    algorithm,
    hash: supported.hash,
    session: supported.name.endsWith('-sess'),
    qop,
    userhash: isTrue(parameters.get('userhash')),
    utf8: parameters.get('charset')?.toLowerCase() === 'utf-8',
    stale: isTrue(parameters.get('stale')),
  };
}

function rank(algorithm: string | undefined): number {
  const wanted = algorithm?.toLowerCase() ?? 'md5';
  return ALGORITHMS.findIndex(({ name }) => name === wanted);
}

/** Unknown protections are ignored; when only such are offered, the challenge cannot be used. */
function chooseQop(offered: string | undefined): 'auth' | 'auth-int' | 'unknown' | undefined {
  const words = (offered ?? '').toLowerCase().split(/[\s,]+/);
  if (words.every((word) => word === '')) return undefined;
  if (words.includes('auth')) return 'auth';
  return words.includes('auth-int') ? 'auth-int' : 'unknown';
}

function isTrue(value: string | undefined): boolean {
  return value?.toLowerCase() === 'true';
}

function response(challenge: DigestChallenge, input: DigestInput, count: string): string {
  const { nonce, qop } = challenge;
  const hash = hashOf(challenge);
  const user = `${normal(challenge, input.username)}:${challenge.realm}`;
  const plain = hash(`${user}:${normal(challenge, input.password)}`);
  const a1 = challenge.session ? hash(`${plain}:${nonce}:${input.cnonce}`) : plain;
  const a2 = hash([input.method, input.uri, ...(qop === 'auth-int' ? [input.bodyHash] : [])].join(':'));
  if (qop === undefined) return hash(`${a1}:${nonce}:${a2}`);
  return hash([a1, nonce, count, input.cnonce, qop, a2].join(':'));
}

function usernameField(challenge: DigestChallenge, username: string): string {
  const name = normal(challenge, username);
  if (challenge.userhash) return `username="${hashOf(challenge)(`${name}:${challenge.realm}`)}"`;
  // Beyond ASCII a quoted string has no agreed meaning unless the server named a charset (RFC 7616 section 3.4).
  if (challenge.utf8 && /[^\u0020-\u007e]/.test(name)) {
    return `username*=UTF-8''${encodeQueryComponent(name)}`;
  }
  return `username=${quoted(name)}`;
}

function hashOf(challenge: DigestChallenge): (text: string) => string {
  return (text) => createHash(challenge.hash).update(text, 'utf8').digest('hex');
}

/** RFC 7616 section 4: names and passwords in UTF-8 are compared in normalisation form C. */
function normal(challenge: DigestChallenge, text: string): string {
  return challenge.utf8 ? text.normalize('NFC') : text;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
