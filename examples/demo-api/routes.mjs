import * as access from './access.mjs';
import * as parcels from './parcels.mjs';
import * as wire from './wire.mjs';

/** @typedef {(call: import('./state.mjs').Call, parameters: string[]) => import('./route-response.mjs').RouteResponse} Handler */

/** Method, path (`*` is one segment), handler. @type {readonly [string, string, Handler][]} */
const ROUTES = [
  ['GET', '/health', parcels.health],
  ['POST', '/session', parcels.signIn],
  ['DELETE', '/session', parcels.signOut],
  ['GET', '/accounts/*', parcels.account],
  ['POST', '/parcels', parcels.createParcel],
  ['GET', '/parcels/*', parcels.readParcel],
  ['POST', '/parcels/*/label', parcels.addLabel],
  ['GET', '/estimate', parcels.estimate],
  ['POST', '/graphql', parcels.graphql],
  ['POST', '/exports', parcels.startExport],
  ['POST', '/addresses', parcels.importAddresses],
  ['GET', '/offices', parcels.offices],
  ['GET', '/offices.xml', parcels.officesAsXml],
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
 * @returns {((call: import('./state.mjs').Call) => import('./route-response.mjs').RouteResponse) | undefined}
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
