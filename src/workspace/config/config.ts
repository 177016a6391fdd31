import type { Shape } from '../../primitives/shapes/check-shape.js';
import { lateMember, mapType, Type, type ValueOf } from '../../primitives/shapes/type.js';
import { ANY_VALUE, closedMap, inverted, flagOnly, setting, text, word } from './config-setting.js';
import { SECRET_ENTRY } from './secrets/secret-entries.js';
import { profileSchema } from './stress-profile.js';

/** The settings of `service.yaml` as written: keys that are left out are absent, defaults are not filled in. */
export type Config = ValueOf<typeof CONFIG>;
export type { StressProfile } from './stress-profile.js';

export const REPORT_FORMATS = ['console', 'json', 'junit', 'tap', 'html', 'ctrf', 'github', 'har'] as const;

export const HTTP_VERSIONS = ['auto', '1.1', '2'] as const;

/** A proxy URL, `http` or `https` with a host; also what `${…}` in it must give. */
export const PROXY_PATTERN =
  '[Hh][Tt][Tt][Pp][Ss]?://(?:[^\\s/?#@]*@)?(?:\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:\\[\\]\\\\]+)(?::[0-9]{1,5})?(?:[/?#]\\S*)?';

/** The URL of a team history, whose host is written out; also what `${…}` in it must give. */
export const TEAM_URL_PATTERN =
  '[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss](?:[Qq][Ll])?://(?:[^\\s/?#@]*@)?(?:\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:\\[\\]\\\\$,]+)(?::[0-9]{1,5})?/[^\\s?#/]+(?:\\?[^\\s#]*)?';

const PATH = text('^[^\\u0000]+$', 'a path');
const SOME_TEXT = text('^[\\s\\S]+$', 'non-empty text');
const ANY_TEXT = text(undefined, 'text');
const COUNT = Type.Integer({ exclusiveMinimum: 0 });
const MILLISECONDS = Type.Number({ exclusiveMinimum: 0 });
const HEADER_NAME = { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$", rule: 'a header name', names: 'header' };
const HEADER_VALUE = text('^[^\\r\\n\\u0000]*$', 'one line of text');
const ENVIRONMENT_NAME = {
  pattern: '^(?!active$)',
  rule: 'an environment name other than "active", which is reserved',
};
const PROXY = text(
  `^(?:|${PROXY_PATTERN}|[\\s\\S]*\\$\\{[\\s\\S]*)$`,
  'an http:// or https:// URL, or empty',
);
/** What `${…}` gives is judged when the queue is used. */
const QUEUE_URL = text(
  '^(?:[Rr][Ee][Dd][Ii][Ss]{1,2}://[^\\s/?#]+(?:/[0-9]*)?|[\\s\\S]*\\$\\{[\\s\\S]*)$',
  'redis:// or rediss:// with a host, such as redis://127.0.0.1:6379',
);
const none = undefined;
const BOOLEAN = Type.Boolean();

const TLS = closedMap({
  caCert: setting(PATH, none, '--cacert', 'PEM file with further root certificates'),
  clientCert: setting(PATH, none, '--cert', 'Client certificate, PEM or PKCS#12'),
  clientKey: setting(PATH, none, '--key', 'PEM file with the key of the client certificate'),
});

const HISTORY = closedMap({
  enabled: inverted(BOOLEAN, true, '--no-history', 'Record runs'),
  path: setting(PATH, none, '--history-db', 'History file; a per-user file when left out'),
  url: setting(
    text(`^${TEAM_URL_PATTERN}$`, 'a postgres:// URL with host and database'),
    none,
    none,
    'Team history on PostgreSQL, once SVC_HISTORY_HOSTS names its host; ${NAME} is replaced',
  ),
  schema: setting(
    text('^[a-z_][a-z0-9_]{0,62}$', 'a name of a-z, 0-9 and _ that does not start with a digit'),
    'svc',
    none,
    'Schema of the team history',
  ),
  actor: setting(
    text('^[\\s\\S]{0,128}$', 'text of up to 128 characters'),
    none,
    none,
    'Who runs this, in the team history; empty stores nobody',
  ),
  keepRuns: setting(COUNT, 10_000, none, 'Runs kept before the oldest are removed'),
  keepStress: setting(COUNT, 500, none, 'Load tests kept before the oldest are removed'),
  keepDays: setting(COUNT, none, none, 'Days that the team history keeps runs and load tests'),
});

const QUEUE = closedMap({
  url: setting(QUEUE_URL, none, '--queue', 'Address of the queue of workers; ${NAME} is replaced'),
  name: setting(
    text('^[a-z0-9-]{1,32}$', '1 to 32 of a-z, 0-9 and -'),
    'svc',
    '--queue-name',
    'Name of the queue; teams on one Redis take different ones',
  ),
  keyFile: setting(
    PATH,
    none,
    { flag: '--key-file', variable: 'SVC_WORKER_KEY_FILE' },
    'File whose first line is the key of coordinator and workers',
  ),
});

const TRACING = closedMap({
  traceparent: setting(BOOLEAN, false, '--traceparent', 'Name a trace in every request'),
});

const COVERAGE = closedMap({
  openapi: setting(PATH, none, flagOnly('--openapi'), 'OpenAPI document that coverage is measured against'),
  min: setting(
    Type.Number({ minimum: 0, maximum: 100 }),
    none,
    flagOnly('--coverage-min'),
    'Least coverage in percent',
  ),
});

type Profile = ReturnType<typeof profileSchema>;

const STRESS = closedMap({
  profiles: lateMember(
    setting(mapType<Profile>(ANY_VALUE as never), none, flagOnly('--profile'), 'Load profiles by name'),
    'additionalProperties',
    profileSchema,
  ),
});

/** Every key of `service.yaml`: checks, types, JSON Schema, flags and variables are derived from this table. */
export const CONFIG_KEYS = {
  $schema: setting(ANY_TEXT, none, none, 'Address of the JSON Schema of this file; ignored'),
  defaultEnvironment: setting(
    { ...SOME_TEXT, names: 'environment' },
    'dev',
    '--env',
    'Environment used when none is named',
  ),
  timeout: setting(MILLISECONDS, 30_000, '--timeout', 'Milliseconds for one attempt'),
  connectTimeout: setting(MILLISECONDS, 10_000, '--connect-timeout', 'Milliseconds to connect'),
  retries: setting(Type.Integer({ minimum: 0 }), 0, '--retries', 'Further attempts after a failure'),
  retryDelay: setting(Type.Integer({ minimum: 0 }), 1000, '--retry-delay', 'Milliseconds between attempts'),
  delay: setting(Type.Integer({ minimum: 0 }), 0, '--delay', 'Milliseconds between requests'),
  followRedirects: inverted(BOOLEAN, true, '--no-follow', 'Follow 3xx responses'),
  maxRedirects: setting(
    Type.Integer({ minimum: 0, maximum: 100 }),
    10,
    '--max-redirects',
    'Most redirects followed',
  ),
  validateSSL: inverted(BOOLEAN, true, '--insecure', 'Check TLS certificates'),
  tls: setting(TLS, none, none, 'Certificates'),
  proxy: setting(PROXY, '', '--proxy', 'Proxy for every host; ${NAME} is replaced'),
  httpVersion: setting(word(HTTP_VERSIONS, [1.1, 2]), 'auto', '--http', 'HTTP version'),
  maxBodyBytes: setting(COUNT, 67_108_864, '--max-body-bytes', 'Largest decoded response body'),
  headers: setting(
    mapType(HEADER_VALUE, { propertyNames: HEADER_NAME }),
    {},
    none,
    'Headers of every request; ${NAME} is replaced',
  ),
  cookies: inverted(BOOLEAN, true, '--no-cookies', 'Keep cookies between the requests of a file'),
  parallel: setting(BOOLEAN, false, '--parallel', 'Run independent requests in parallel'),
  concurrency: setting(COUNT, 5, '--concurrency', 'Most requests in flight in parallel runs'),
  bail: setting(BOOLEAN, false, '--bail', 'Stop after the first failure'),
  verbose: setting(BOOLEAN, false, flagOnly('--verbose'), 'Show more in the console report'),
  noColor: setting(BOOLEAN, false, '--no-color', 'No colours'),
  reporters: setting(
    Type.Array(word(REPORT_FORMATS), { uniqueItems: true }),
    ['console'],
    '--output',
    'Report formats',
  ),
  outputDir: setting(
    PATH,
    none,
    '--output-dir',
    'Base of report paths, inside the workspace; the current directory when left out',
  ),
  envFile: setting(PATH, none, '--env-file', 'Dotenv file'),
  clientEnv: setting(
    Type.Array(PATH),
    [],
    '--client-env',
    'Further environment files of other clients, the strongest last',
  ),
  strictScripts: setting(
    BOOLEAN,
    false,
    '--strict-scripts',
    'Refuse request files with scripts of other clients that cannot be checked',
  ),
  // SVC_SECRET_<name> gives a value as well as a name, so it is not a plain variable of this key.
  secrets: setting(
    Type.Array(SECRET_ENTRY),
    [],
    flagOnly('--secret'),
    'Variables and captures whose values are redacted; a map names the program that prints the value',
  ),
  workspace: setting(
    text('^[^\\u0000-\\u001f\\u007f-\\u009f]{1,128}$', '1 to 128 characters without control characters'),
    none,
    none,
    'Name of this workspace in the team history; derived from its repository when left out',
  ),
  history: setting(HISTORY, none, none, 'Stored runs'),
  queue: setting(QUEUE, none, none, 'Where workers are'),
  coverage: setting(COVERAGE, none, none, 'API coverage'),
  tracing: setting(TRACING, none, none, 'Traces'),
  environments: setting(
    mapType(mapType(ANY_VALUE), { propertyNames: ENVIRONMENT_NAME }),
    {},
    none,
    'Variables by environment; ${NAME} is replaced',
  ),
  stress: setting(STRESS, none, none, 'Load tests'),
} as const;

const CONFIG = closedMap(CONFIG_KEYS);

/** The same without its types, for code that walks any schema. */
export const CONFIG_SHAPE = CONFIG as Shape;
