/** The table of names whose values are secret. Names are compared without case, `_` and `-`. */

const MAX_REMEMBERED_COUNT = 1000;
const MAX_REMEMBERED_CHARACTERS = 100;

/** The whole value of these headers is secret, in requests and responses. */
const HEADERS = [
  'Authorization',
  'Proxy-Authorization',
  'Cookie',
  'Set-Cookie',
  'X-Api-Key',
  'Api-Key',
  'X-Auth-Token',
  'X-Amz-Security-Token',
  'X-Vault-Token',
  'Private-Token',
];

/** Names of query parameters, form fields, JSON members, XML elements and attributes, and multipart parts. */
const FIELDS = [
  ...HEADERS,
  'secret',
  'token',
  'id_token',
  'auth_token',
  'api_token',
  'session_token',
  'csrf_token',
  'xsrf_token',
  'csrf',
  'bearer',
  'jwt',
  'pwd',
  'sig',
  'signature',
  'x_amz_signature',
  'client_assertion',
  'credentials',
  'session_id',
];

/** Matches the end of a name: `newPassword`, `X-Refresh-Token`, `google_api_key`. */
const FIELD_END =
  /(?:password|passwd|passphrase|accesstoken|refreshtoken|clientsecret|apikey|apisecret|secretkey|secretaccesskey|privatekey)$/;

export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

const HEADER_NAMES: ReadonlySet<string> = new Set(HEADERS.map(normalName));
const FIELD_NAMES: ReadonlySet<string> = new Set(FIELDS.map(normalName));

export const isSecretHeaderName = remembered((name) => HEADER_NAMES.has(normalName(name)));

export const isSecretFieldName = remembered((name) => {
  const normal = normalName(name);
  return FIELD_NAMES.has(normal) || FIELD_END.test(normal);
});

/** Caches decisions, because every header and member of every exchange is checked and most names are repeated. */
function remembered(decide: (name: string) => boolean): (name: string) => boolean {
  const decisions = new Map<string, boolean>();
  return (name) => {
    const earlier = decisions.get(name);
    if (earlier !== undefined) return earlier;
    if (decisions.size >= MAX_REMEMBERED_COUNT) decisions.clear();
    const decided = decide(name);
    if (name.length <= MAX_REMEMBERED_CHARACTERS) decisions.set(name, decided);
    return decided;
  };
}
