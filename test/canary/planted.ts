/** A workspace with a secret in every place where one can be, and a target that sends back everything it receives. */
import { authRequests } from '../support/clients/auth-requests.js';
import { SCRIPT, secretFiles } from '../support/program/secret-program.js';
import { loopback, type Loopback } from '../support/runs/run-requests.js';

/** Each is planted in one place only, and has characters that encodings change. */
export const SECRETS = {
  fileVariable: 'file@Variable "01" kestrel',
  environment: 'environment/Value+02 osprey',
  dotenv: 'dotenv-Value_03-merlin',
  flag: 'flag Value&04=harrier',
  secretVariable: 'svcSecret/05+Goshawk',
  configured: 'conFigured\\06 "buzzard"',
  capture: 'captured;Value07<kite>',
  basicPassword: 'basic:Pass word08 condor',
  bearer: 'bearer.Token-09-caracara',
  headerKey: 'header-Key_10/falcon',
  queryKey: 'query Key+11&hobby',
  digestPassword: 'digest|Pass12sparrowhawk',
  cloudSecret: 'cloud+Secret/13/harpy',
  cloudSession: 'session//Token14/lammergeier',
  clientSecret: 'client Secret%15%griffon',
  userPassword: 'user#Password16#bateleur',
  accessToken: 'oauth-Access-17-secretary',
  refreshToken: 'oauth-Refresh-18-shikra',
  cookie: 'cookie-Value-19-besra',
  responseHeader: 'answer-Header-20-jackdaw',
  handWritten: 'hand-Written-21-chough',
  vaultToken: 'vault-Token-22-rook',
  databasePassword: 'database-Pass-23-magpie',
  shellOutput: 'shell-Output-24-nutcracker',
  urlPassword: 'url-Pass-25-treepie',
  proxyPassword: 'proxy-Pass-26-bluejay',
  passphrase: 'key Phrase-27-raven',
  apiToken: 'api-Token-28-currawong',
  recordedPassword: 'recorded-Pass-29-butcherbird',
  recordedTicket: 'recorded-Ticket-30-shrike',
  recordedCookie: 'recorded-Cookie-31-drongo',
  recordedField: 'recorded-Field-32-oriole',
  searchKey: 'search-Key-33-figbird',
  deviceCode: 'device+Code/36 siskin',
  commandValue: 'command+Value/34 dunnock',
  commandLine: 'a line of the "Key" 35&wren',
} as const;

export function workspaceFiles(url: string): Record<string, string> {
  const byCommand = secretFiles([
    { name: 'commandValue', gives: ['file', 'value.txt'] },
    { name: 'commandLines', gives: ['file', 'lines.txt'] },
  ]);
  return {
    [SCRIPT]: byCommand[SCRIPT],
    'value.txt': `${SECRETS.commandValue}\n`,
    'lines.txt': `-----\n${SECRETS.commandLine}\n-----\n`,
    'a.http': requestFile(url),
    'contract.http': contractFile(),
    'mock.http': mockFile(url),
    'login.http': loginFile(url),
    'service.yaml': [
      byCommand['service.yaml'].trimEnd(),
      ...['configured', 'inEnvironment', 'inDotenv', 'hidden'].map((name) => `  - ${name}`),
      'envFile: .env',
      'environments:',
      '  dev:',
      `    inEnvironment: ${JSON.stringify(SECRETS.environment)}`,
      '',
    ].join('\n'),
    '.env': `inDotenv=${SECRETS.dotenv}\n`,
    'before.json': RESULTS,
    'after.json': RESULTS.replace('"passed": true', '"passed": false'),
    'api.json': JSON.stringify({ openapi: '3.0.3', info: { title: 'a', version: '1' }, paths: {} }),
    'bruno/bruno.json': JSON.stringify({ version: '1', name: 'b', type: 'collection' }),
    'bruno/r.bru': `meta {\n  name: r\n}\n\nget {\n  url: ${url}/echo\n}\n\nheaders {\n  X-K: ${SECRETS.fileVariable}\n}\n`,
    'client/r.http': `### r\nGET ${url}/echo\nX-K: {{k}}\n`,
    'client/http-client.private.env.json': JSON.stringify({ dev: { k: SECRETS.environment } }),
    'collection.json': JSON.stringify({
      info: {
        name: 'c',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      variable: [{ key: 'k', value: SECRETS.fileVariable, type: 'secret' }],
      item: [{ name: 'r', request: { method: 'GET', url: `${url}/echo` } }],
    }),
    'client.har': JSON.stringify({
      log: {
        version: '1.2',
        entries: [
          {
            request: {
              method: 'GET',
              url: `${url}/echo?token=${SECRETS.fileVariable}`,
              headers: [{ name: 'Authorization', value: `Bearer ${SECRETS.environment}` }],
            },
            response: { status: 200, content: { mimeType: 'application/json', text: '{}' } },
          },
        ],
      },
    }),
    'client.json': JSON.stringify({
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'wrk_1', _type: 'workspace', name: 'w' },
        { _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'r', method: 'GET', url: `${url}/echo` },
      ],
    }),
  };
}

const RESULTS = `${JSON.stringify(
  {
    schemaVersion: 1,
    version: '1.0.0',
    duration: 9,
    tests: [{ file: 'a.http', line: 1, name: 'one', passed: true, attempts: 1, duration: 9 }],
  },
  null,
  2,
)}\n`;

/** The provider gives no code, so that nobody is asked. */
function requestFile(url: string): string {
  return `@secret own = ${SECRETS.fileVariable}
@configured = ${SECRETS.configured}

### echo
# @description Everything is sent, and comes back
POST ${url}/echo?plain={{own}}
? flag = {{flag}}
X-Mine: {{svcOwn}}
Content-Type: application/json

{"own": "{{$base64({{own}})}}", "environment": "{{inEnvironment}}", "dotenv": "{{inDotenv}}", "configured": "{{$urlEncode({{configured}})}}"}

>>>
expect status == 200
expect body.sent snapshot
<<<

>>>capture
hidden from body.hidden
all from body.sent
<<<

### shows what it compares
GET ${url}/echo?plain={{own}}
X-Mine: {{svcOwn}}

>>>
expect body.sent == {{flag}}
expect body contains "nothing like {{svcOwn}}"
expect body.sent matches /{{inDotenv}}/
<<<

### the cookie comes back
# @depends echo
GET ${url}/echo/{{$urlEncode({{echo.hidden}})}}
X-Vault-Token: ${SECRETS.vaultToken}

>>>
expect body snapshot
expect body.cookie == x
expect header X-Auth-Token == x
<<<

### by command
POST ${url}/echo?by={{commandValue}}
X-By: {{$base64({{commandValue}})}}

{{commandLines}}

>>>
expect body.sent == {{commandLines}}
expect body contains "nothing like {{commandValue}}"
expect body.lines snapshot
<<<

### written by hand
GET ${url}/elsewhere
Authorization: Bearer ${SECRETS.handWritten}

${authRequests(url, SECRETS)}### database
# @db postgres://ada:${SECRETS.databasePassword}@127.0.0.1:1/depot
GET ${url}/echo

>>>db
query select 1 as one
expect one == 1
<<<

### shell
# @before echo {{shown}} {{own}}
GET ${url}/echo

>>>shell
echo {{shown}}; echo {{own}} >&2; exit 3
<<<

### cannot connect
GET http://127.0.0.1:1/{{own}}
`;
}

function contractFile(): string {
  return `@secret own = ${SECRETS.fileVariable}

### one
# @contract.provider depot
# @contract.state "there is {{own}}"
GET {{baseUrl}}/echo?a={{own}}&by={{commandValue}}
Authorization: Bearer ${SECRETS.handWritten}

>>>
expect body.sent == {{flag}}
expect body.cookie == x
<<<
`;
}

function mockFile(url: string): string {
  return `@secret own = ${SECRETS.fileVariable}

### one
POST ${url}/orders?key={{own}}

>>>mock
200 OK
Content-Type: application/json

{"made": "yes"}
<<<
`;
}

function loginFile(url: string): string {
  const parameters = `${url}/device, ${url}/token, desk, "${SECRETS.clientSecret}", read`;
  return `### orders\n# @auth oauth2 device_code ${parameters}\nGET ${url}/echo\n`;
}

/** Sends back everything it receives, in headers and body, encoded in the usual ways. */
export async function startTarget(): Promise<Loopback> {
  return loopback(({ path, headers, body }) => {
    if (path === '/token') {
      const issued = { access_token: SECRETS.accessToken, refresh_token: SECRETS.refreshToken };
      return { json: { ...issued, expires_in: 600 } };
    }
    if (path === '/device') {
      const codes = { device_code: SECRETS.deviceCode, user_code: 'WDJB-MJHT' };
      const verification_uri = `http://${headers.host}/activate`;
      return { json: { ...codes, verification_uri, expires_in: 600, interval: 0.1 } };
    }
    if (path === '/refused') return { status: 400, json: { error: 'invalid_grant', note: body } };
    if (path === '/login') return { json: { ticket: SECRETS.recordedTicket } };
    if (path === '/elsewhere') return { status: 302, headers: { Location: '/echo' } };
    if (path === '/digest') {
      const seen = headers.authorization ?? '';
      const challenge = { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256' };
      return seen === '' ? { status: 401, headers: challenge } : { json: { seen } };
    }
    const sent = Object.values({ path, ...headers, body }).join(' ');
    // What only a later request shows to be secret cannot be known to a line that is printed at once.
    if (path.startsWith('/recorded')) return { json: { sent, cookie: SECRETS.cookie } };
    return {
      headers: {
        'Set-Cookie': `session=${SECRETS.cookie}; HttpOnly`,
        'X-Auth-Token': SECRETS.responseHeader,
        'X-Sent': encodeURIComponent(sent).slice(0, 4000),
      },
      json: {
        hidden: SECRETS.capture,
        sent,
        lines: body.split('\n'),
        encoded: Buffer.from(SECRETS.capture).toString('base64'),
        cookie: SECRETS.cookie,
        token: `see ${SECRETS.responseHeader}`,
      },
    };
  });
}
