// Features of HTTP: cookies, redirects, compression, streams, and a service that sometimes fails.
import { countVisit } from './state.mjs';

/** @typedef {import('./state.mjs').Call} Call */
/** @typedef {import('./response.mjs').RouteResponse} RouteResponse */

/** @returns {RouteResponse} */
export function setCookie() {
  return { headers: { 'Set-Cookie': ['desk=oslo; Path=/wire; HttpOnly', 'lang=en; Path=/'] }, json: { set: 2 } };
}

/** @param {Call} call @returns {RouteResponse} */
export function checkCookie({ headers }) {
  const cookies = Object.fromEntries((headers.cookie ?? '').split('; ').map((pair) => pair.split('=')));
  return { json: { cookies } };
}

/** @returns {RouteResponse} */
export function moved() {
  return { status: 302, headers: { Location: '/wire/new-place?from=moved' } };
}

/** @param {Call} call @returns {RouteResponse} */
export function newPlace({ url }) {
  return { json: { from: url.searchParams.get('from') } };
}

/** @returns {RouteResponse} */
export function packed() {
  return { gzip: true, json: { packed: true, text: 'parcel '.repeat(200).trim() } };
}

/** @returns {RouteResponse} */
export function events() {
  const states = ['created', 'collected', 'delivered'];
  return { events: states.map((state, i) => `id: ${i + 1}\nevent: ${state}\ndata: {"parcel": 41}\n\n`) };
}

/** Every other visit fails; visitors are distinguished by their name. @param {Call} call @returns {RouteResponse} */
export function flaky({ url, state }) {
  const visits = countVisit(state, `flaky ${url.searchParams.get('who')}`);
  return visits % 2 === 1 ? { status: 503, json: { error: 'try again' } } : { json: { visits } };
}

/** @param {Call} call @returns {RouteResponse} */
export function echo({ body, headers }) {
  return { type: headers['content-type'] ?? 'text/plain', text: body.toString('utf8') };
}
