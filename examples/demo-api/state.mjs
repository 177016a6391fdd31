import { randomUUID } from 'node:crypto';

/**
 * The state of the API.
 * @typedef {object} State
 * @property {Map<string, { id: number, name: string }>} sessions accounts by token
 * @property {Map<number, Parcel>} parcels
 * @property {Map<string, Set<string>>} nonces digest nonces with the counts that were used
 * @property {Set<string>} tokens of the OAuth2 endpoint
 * @property {Map<string, number>} visits how often something was asked for
 *
 * @typedef {{ id: number, reference: string, weight: number, due: string, tags: string[],
 *   history: { state: string, time: string }[] }} Parcel
 *
 * @typedef {object} Call
 * @property {string} method
 * @property {string} target path and query as sent
 * @property {URL} url
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {Buffer} body
 * @property {State} state
 */

/** @returns {State} */
export function createState() {
  return { sessions: new Map(), parcels: new Map(), nonces: new Map(), tokens: new Set(), visits: new Map() };
}

/** The only user, client and parcel desk of this API. */
export const CREDENTIALS = {
  user: 'ada',
  password: 'dev-only',
  deskKey: 'dev-only',
  accessKey: 'DEMOACCESSKEY',
  secretKey: 'demo-secret-key',
  clientId: 'desk-client',
  clientSecret: 'desk-secret',
};

/**
 * @param {State} state
 * @param {{ id: number, name: string }} account
 */
export function openSession(state, account) {
  const token = randomUUID();
  state.sessions.set(token, account);
  return token;
}

/** @param {State} state @param {string} what */
export function countVisit(state, what) {
  const visits = (state.visits.get(what) ?? 0) + 1;
  state.visits.set(what, visits);
  return visits;
}
