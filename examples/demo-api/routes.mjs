import * as access from './access.mjs';
import * as desk from './desk.mjs';
import * as wire from './wire.mjs';

/** @typedef {(call: import('./state.mjs').Call, parameters: string[]) => import('./response.mjs').RouteResponse} Handler */

/** Method, path (`*` is one segment), handler. @type {readonly [string, string, Handler][]} */
const ROUTES = [
  ['GET', '/health', desk.health],
  ['POST', '/session', desk.signIn],
  ['DELETE', '/session', desk.signOut],
  ['GET', '/accounts/*', desk.account],
  ['POST', '/parcels', desk.createParcel],
  ['GET', '/parcels/*', desk.readParcel],
  ['POST', '/parcels/*/label', desk.addLabel],
  ['GET', '/estimate', desk.estimate],
  ['POST', '/graphql', desk.graphql],
  ['POST', '/exports', desk.startExport],
  ['POST', '/addresses', desk.importAddresses],
  ['GET', '/offices', desk.offices],
  ['GET', '/offices.xml', desk.officesAsXml],
  ['GET', '/access/basic', access.basic],
  ['GET', '/access/key', access.keyInHeader],
  ['GET', '/access/query-key', access.keyInQuery],
  ['GET', '/access/digest', access.digest],
  ['POST', '/access/signed', access.signed],
  ['POST', '/oauth/token', access.issueToken],
  ['GET', '/access/token', access.token],
  ['GET', '/wire/cookie', wire.setCookie],
  ['GET', '/wire/cookie-check', wire.checkCookie],
  ['GET', '/wire/moved', wire.moved],
  ['GET', '/wire/new-place', wire.newPlace],
  ['GET', '/wire/packed', wire.packed],
  ['GET', '/wire/events', wire.events],
  ['GET', '/wire/flaky', wire.flaky],
  ['POST', '/wire/echo', wire.echo],
];

/**
 * @param {string} method
 * @param {string} path
 * @returns {((call: import('./state.mjs').Call) => import('./response.mjs').RouteResponse) | undefined}
 */
export function findRoute(method, path) {
  for (const [wanted, pattern, handler] of ROUTES) {
    const parameters = wanted === method ? match(pattern.split('/'), path.split('/')) : undefined;
    if (parameters !== undefined) return (call) => handler(call, parameters);
  }
  return undefined;
}

/**
 * @param {readonly string[]} pattern
 * @param {readonly string[]} path
 */
function match(pattern, path) {
  if (pattern.length !== path.length) return undefined;
  const parameters = [];
  for (const [i, part] of pattern.entries()) {
    if (part === '*' && path[i] !== '') parameters.push(decodeURIComponent(path[i] ?? ''));
    else if (part !== path[i]) return undefined;
  }
  return parameters;
}
