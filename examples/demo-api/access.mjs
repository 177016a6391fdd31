// One path for each way to prove who is asking; every proof is checked, not just looked for.
import { randomUUID } from 'node:crypto';
import { challenges, isDigestRight } from './digest.mjs';
import { isSignatureRight } from './cloud-signature.mjs';
import { known } from './state.mjs';

/** @typedef {import('./state.mjs').Call} Call */
/** @typedef {import('./answer.mjs').Answer} Answer */

/** @type {Answer} */
const REFUSED = { status: 401, json: { error: 'refused' } };

/** @param {string} method @returns {Answer} */
function granted(method) {
  return { json: { granted: method } };
}

/** @param {Call} call */
export function sessionOf({ headers, state }) {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const account = state.sessions.get(token);
  return account === undefined ? undefined : { token, account };
}

/** @param {Call} call */
export function hasDeskKey({ headers }) {
  return headers['x-desk-key'] === known.deskKey;
}

/** @param {Call} call @returns {Answer} */
export function basic({ headers }) {
  const right = `Basic ${Buffer.from(`${known.user}:${known.password}`).toString('base64')}`;
  if (headers.authorization === right) return granted('basic');
  return { ...REFUSED, headers: { 'WWW-Authenticate': 'Basic realm="desk"' } };
}

/** @param {Call} call @returns {Answer} */
export function keyInHeader(call) {
  return hasDeskKey(call) ? granted('apiKey') : REFUSED;
}

/** @param {Call} call @returns {Answer} */
export function keyInQuery({ url }) {
  return url.searchParams.get('desk_key') === known.deskKey ? granted('apiKeyQuery') : REFUSED;
}

/** @param {Call} call @returns {Answer} */
export function digest(call) {
  if (isDigestRight(call)) return granted('digest');
  const nonce = randomUUID();
  call.state.nonces.set(nonce, new Set());
  return { ...REFUSED, headers: { 'WWW-Authenticate': challenges(nonce) } };
}

/** @param {Call} call @returns {Answer} */
export function signed(call) {
  return isSignatureRight(call) ? granted('cloudsig') : REFUSED;
}

/** RFC 6749, the grants `client_credentials` and `password`. @param {Call} call @returns {Answer} */
export function issueToken({ headers, body, state }) {
  const form = new URLSearchParams(body.toString('utf8'));
  const client = Buffer.from(`${known.clientId}:${known.clientSecret}`).toString('base64');
  if (headers.authorization !== `Basic ${client}`) return { status: 401, json: { error: 'invalid_client' } };
  const isUser = form.get('username') === known.user && form.get('password') === known.password;
  if (form.get('grant_type') === 'password' ? !isUser : form.get('grant_type') !== 'client_credentials') {
    return { status: 400, json: { error: 'invalid_grant' } };
  }
  const token = randomUUID();
  state.tokens.add(token);
  return {
    json: { access_token: token, token_type: 'Bearer', expires_in: 3600, scope: form.get('scope') ?? '' },
  };
}

/** @param {Call} call @returns {Answer} */
export function token({ headers, state }) {
  const sent = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  return state.tokens.has(sent) ? granted('oauth2') : REFUSED;
}
