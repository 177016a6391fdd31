// The parcel desk: sign in, create parcels and query them.
import { CREDENTIALS, openSession } from './state.mjs';
import { hasDeskKey, sessionOf } from './access.mjs';

/** @typedef {import('./state.mjs').Call} Call */
/** @typedef {import('./response.mjs').RouteResponse} RouteResponse */

const ACCOUNT = { id: 42, name: 'Ada' };
/** @type {RouteResponse} */
const NOT_SIGNED_IN = { status: 401, json: { error: 'sign in first' } };
/** @type {RouteResponse} */
const NO_KEY = { status: 401, json: { error: 'the desk key is missing or wrong' } };

/** @returns {RouteResponse} */
export function health() {
  return { json: { status: 'up' } };
}

/** @param {Call} call @returns {RouteResponse} */
export function signIn({ body, state }) {
  const { user, password } = readJson(body);
  if (user !== CREDENTIALS.user || password !== CREDENTIALS.password) {
    return { status: 401, json: { error: 'wrong user or password' } };
  }
  return { status: 201, json: { token: openSession(state, ACCOUNT), account: ACCOUNT } };
}

/** @param {Call} call @returns {RouteResponse} */
export function signOut(call) {
  const session = sessionOf(call);
  if (session === undefined) return NOT_SIGNED_IN;
  call.state.sessions.delete(session.token);
  return { status: 204 };
}

/** @param {Call} call @param {string[]} parameters @returns {RouteResponse} */
export function account(call, [id]) {
  if (sessionOf(call) === undefined) return NOT_SIGNED_IN;
  if (Number(id) !== ACCOUNT.id) return { status: 404, json: { error: 'no such account' } };
  const fields = (call.url.searchParams.get('fields') ?? 'id,name').split(',');
  return { json: Object.fromEntries(Object.entries(ACCOUNT).filter(([name]) => fields.includes(name))) };
}

/** @param {Call} call @returns {RouteResponse} */
export function createParcel(call) {
  if (sessionOf(call) === undefined) return NOT_SIGNED_IN;
  const { reference, weight, due, tags } = readJson(call.body);
  const id = call.state.parcels.size + 1;
  const history = [{ state: 'created', time: new Date().toISOString() }];
  const parcel = { id, reference, weight, due, tags, history };
  call.state.parcels.set(id, parcel);
  return { status: 201, headers: { Location: `${call.url.origin}/parcels/${id}` }, json: parcel };
}

/** @param {Call} call @param {string[]} parameters @returns {RouteResponse} */
export function readParcel(call, [id]) {
  if (sessionOf(call) === undefined) return NOT_SIGNED_IN;
  const parcel = call.state.parcels.get(Number(id));
  return parcel === undefined ? { status: 404, json: { error: 'no such parcel' } } : { json: parcel };
}

/** @param {Call} call @param {string[]} parameters @returns {RouteResponse} */
export function addLabel(call, [id]) {
  if (!hasDeskKey(call)) return NO_KEY;
  const isMultipart = call.headers['content-type']?.startsWith('multipart/form-data; boundary=');
  const text = call.body.toString('utf8');
  if (!isMultipart || !text.includes('name="label"; filename="label.txt"') || !text.includes('FRAGILE')) {
    return { status: 400, json: { error: 'expected a form with the file of the label' } };
  }
  if (!call.state.parcels.has(Number(id))) return { status: 404, json: { error: 'no such parcel' } };
  return { status: 201, json: { parcel: Number(id), bytes: call.body.length } };
}

/** Days by country. @type {Record<string, number>} */
const DAYS = { NO: 3, IT: 4, EE: 2 };

/** @param {Call} call @returns {RouteResponse} */
export function estimate(call) {
  if (!hasDeskKey(call)) return NO_KEY;
  const country = call.url.searchParams.get('country') ?? '';
  const days = DAYS[country];
  if (days === undefined) return { status: 404, json: { error: 'no such country' } };
  return { json: { city: call.url.searchParams.get('city'), country, days } };
}

/** Just enough of GraphQL for the one query of the example. @param {Call} call @returns {RouteResponse} */
export function graphql({ body }) {
  const { query, variables } = readJson(body);
  if (!/\bparcels\(text: \$text, first: \$first\)/.test(query)) {
    return { json: { errors: [{ message: 'only the query for parcels is known' }] } };
  }
  const nodes = [1, 2, 3].map((id) => ({ id, reference: `P-${variables.text}-${id}`, state: 'created' }));
  return { json: { data: { parcels: { total: nodes.length, nodes: nodes.slice(0, variables.first) } } } };
}

/** @param {Call} call @returns {RouteResponse} */
export function startExport({ body, headers }) {
  const form = new URLSearchParams(body.toString('utf8'));
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && form.get('format') === 'csv'
    ? { status: 202, json: { limit: Number(form.get('limit')) } }
    : { status: 400, json: { error: 'expected a form that asks for csv' } };
}

/** @param {Call} call @returns {RouteResponse} */
export function importAddresses({ body, headers }) {
  if (headers['content-type'] !== 'text/csv') return { status: 415, json: { error: 'expected text/csv' } };
  const [, ...lines] = body.toString('utf8').trim().split('\n');
  return { json: { imported: lines.length } };
}

const OFFICES = [
  { id: 1, city: 'Oslo', open: true, staff: 4, opened: '2019-04-01' },
  { id: 2, city: 'Tartu', open: false, staff: 0, opened: '2021-09-15' },
];

/** @returns {RouteResponse} */
export function offices() {
  return { json: { total: OFFICES.length, offices: OFFICES } };
}

/** @returns {RouteResponse} */
export function officesAsXml() {
  const items = OFFICES.map(({ id, city }) => `  <office id="${id}"><city>${city}</city></office>\n`);
  return {
    type: 'application/xml',
    text: `<?xml version="1.0"?>\n<offices xmlns="urn:desk">\n${items.join('')}</offices>\n`,
  };
}

/** @param {Buffer} body */
function readJson(body) {
  return JSON.parse(body.toString('utf8'));
}
