/** The one table of names whose values are secret. Names are compared without case, `_` and `-`. */

const MAX_REMEMBERED_COUNT = 1000;
const MAX_REMEMBERED_CHARACTERS = 100;

/** Their whole value is secret wherever it stands, request or response. */
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

/** Of query parameters, form fields, JSON members, XML elements and attributes, and parts of multipart bodies. */
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

/** Whatever stands before: `newPassword`, `X-Refresh-Token`, `google_api_key`. */
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

/** Every header and member of every exchange is asked about, and most names come again and again. */
function remembered(decide: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer = known.get(name);
    if (answer !== undefined) return answer;
    if (known.size >= MAX_REMEMBERED_COUNT) known.clear();
    const decided = decide(name);
    if (name.length <= MAX_REMEMBERED_CHARACTERS) known.set(name, decided);
    return decided;
  };
}
