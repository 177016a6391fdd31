// One path for each authentication method; credentials are really checked.
import { randomUUID } from 'node:crypto';
import { challenges, isDigestRight } from './digest.mjs';
import { isSignatureRight } from './cloud-signature.mjs';
import { CREDENTIALS } from './state.mjs';

/** @typedef {import('./state.mjs').Call} Call */
/** @typedef {import('./response.mjs').RouteResponse} RouteResponse */

/** @type {RouteResponse} */
const REFUSED = { status: 401, json: { error: 'refused' } };

/** @param {string} method @returns {RouteResponse} */
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
  return headers['x-desk-key'] === CREDENTIALS.deskKey;
}

/** @param {Call} call @returns {RouteResponse} */
export function basic({ headers }) {
  const right = `Basic ${Buffer.from(`${CREDENTIALS.user}:${CREDENTIALS.password}`).toString('base64')}`;
  if (headers.authorization === right) return granted('basic');
  return { ...REFUSED, headers: { 'WWW-Authenticate': 'Basic realm="desk"' } };
}

/** @param {Call} call @returns {RouteResponse} */
export function keyInHeader(call) {
  return hasDeskKey(call) ? granted('apiKey') : REFUSED;
}

/** @param {Call} call @returns {RouteResponse} */
export function keyInQuery({ url }) {
  return url.searchParams.get('desk_key') === CREDENTIALS.deskKey ? granted('apiKeyQuery') : REFUSED;
}

/** @param {Call} call @returns {RouteResponse} */
export function digest(call) {
  if (isDigestRight(call)) return granted('digest');
  const nonce = randomUUID();
  call.state.nonces.set(nonce, new Set());
  return { ...REFUSED, headers: { 'WWW-Authenticate': challenges(nonce) } };
}

/** @param {Call} call @returns {RouteResponse} */
export function signed(call) {
  return isSignatureRight(call) ? granted('cloudsig') : REFUSED;
}

/** RFC 6749, the grants `client_credentials` and `password`. @param {Call} call @returns {RouteResponse} */
export function issueToken({ headers, body, state }) {
  const form = new URLSearchParams(body.toString('utf8'));
  const client = Buffer.from(`${CREDENTIALS.clientId}:${CREDENTIALS.clientSecret}`).toString('base64');
  if (headers.authorization !== `Basic ${client}`) return { status: 401, json: { error: 'invalid_client' } };
  const isUser = form.get('username') === CREDENTIALS.user && form.get('password') === CREDENTIALS.password;
  if (form.get('grant_type') === 'password' ? !isUser : form.get('grant_type') !== 'client_credentials') {
    return { status: 400, json: { error: 'invalid_grant' } };
  }
  const token = randomUUID();
  state.tokens.add(token);
  return {
    json: { access_token: token, token_type: 'Bearer', expires_in: 3600, scope: form.get('scope') ?? '' },
  };
}

/** @param {Call} call @returns {RouteResponse} */
export function token({ headers, state }) {
  const sent = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  return state.tokens.has(sent) ? granted('oauth2') : REFUSED;
}
