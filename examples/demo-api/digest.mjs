// The server side of RFC 7616: SHA-256 and MD5, quality of protection `auth`.
import { createHash } from 'node:crypto';
import { CREDENTIALS } from './state.mjs';

const REALM = 'desk';
/** @type {Record<string, string>} */
const HASHES = { 'SHA-256': 'sha256', MD5: 'md5' };

/** @param {string} nonce */
export function challenges(nonce) {
  return Object.keys(HASHES).map(
    (algorithm) => `Digest realm="${REALM}", qop="auth", algorithm=${algorithm}, nonce="${nonce}", opaque="desk"`,
  );
}

/** @param {import('./state.mjs').Call} call */
export function isDigestRight({ method, target, headers, state }) {
  const sent = parametersOf(headers.authorization ?? '');
  const counts = state.nonces.get(sent['nonce'] ?? '');
  if (counts === undefined || counts.has(sent['nc'] ?? '') || sent['uri'] !== target) return false;
  const algorithm = HASHES[sent['algorithm'] ?? ''];
  if (algorithm === undefined || sent['username'] !== CREDENTIALS.user || sent['opaque'] !== 'desk') return false;
  const hash = (/** @type {string} */ text) => createHash(algorithm).update(text).digest('hex');
  const who = hash(`${CREDENTIALS.user}:${REALM}:${CREDENTIALS.password}`);
  const what = hash(`${method}:${target}`);
  const { nonce, nc, cnonce, qop } = sent;
  if (sent['response'] !== hash([who, nonce, nc, cnonce, qop, what].join(':'))) return false;
  counts.add(nc ?? '');
  return true;
}

/** @param {string} header @returns {Record<string, string>} */
function parametersOf(header) {
  if (!header.startsWith('Digest ')) return {};
  const pairs = [...header.slice(7).matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)];
  return Object.fromEntries(pairs.map(([, name, quoted, bare]) => [name, quoted ?? bare]));
}
