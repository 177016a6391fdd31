import { METRICS, type Metric } from '../../primitives/threshold.js';
import {
  any,
  boolean,
  duration,
  inverted,
  key,
  list,
  map,
  number,
  object,
  text,
  threshold,
  word,
  type KeyRow,
  type Shape,
  type ValueOf,
} from './config-shape.js';

/** The settings of `service.yaml` as written: keys that are left out are absent, defaults are not filled in. */
export type Config = ValueOf<typeof CONFIG>;
export type StressProfile = ValueOf<typeof PROFILE>;

export const REPORT_FORMATS = ['console', 'json', 'junit', 'tap', 'html', 'ctrf', 'github', 'har'] as const;

/** A proxy URL, `http` or `https` with a host; also what `${…}` in it must give. */
export const PROXY_PATTERN =
  '[Hh][Tt][Tt][Pp][Ss]?://(?:[^\\s/?#@]*@)?(?:\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:\\[\\]\\\\]+)(?::[0-9]{1,5})?(?:[/?#]\\S*)?';

const PATH = text('^[^\\u0000]+$', 'a path');
const SOME_TEXT = text('^[\\s\\S]+$', 'non-empty text');
const ANY_TEXT = text('', 'text');
const COUNT = number({ whole: true, above: 0 });
const MILLISECONDS = number({ above: 0 });
const HEADER_NAME = text("^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$", 'a header name');
const HEADER_VALUE = text('^[^\\r\\n\\u0000]*$', 'one line of text');
const ENVIRONMENT_NAME = text('^(?!active$)', 'an environment name other than "active", which is reserved');
const PROXY = text(
  `^(?:|${PROXY_PATTERN}|[\\s\\S]*\\$\\{[\\s\\S]*)$`,
  'an http:// or https:// URL, or empty',
);
const none = undefined;

const TLS = object({
  caCert: key(PATH, none, '--cacert', 'SVC_CACERT', 'PEM file with further root certificates'),
  clientCert: key(PATH, none, '--cert', 'SVC_CERT', 'Client certificate, PEM or PKCS#12'),
  clientKey: key(PATH, none, '--key', 'SVC_KEY', 'PEM file with the key of the client certificate'),
});

const HISTORY = object({
  enabled: inverted(boolean, true, '--no-history', 'SVC_NO_HISTORY', 'Record runs'),
  path: key(PATH, none, '--history-db', 'SVC_HISTORY_DB', 'History file; a per-user file when left out'),
  keepRuns: key(COUNT, 10_000, none, none, 'Runs kept before the oldest are removed'),
});

const COVERAGE = object({
  openapi: key(PATH, none, '--openapi', none, 'OpenAPI document that coverage is measured against'),
  min: key(number({ least: 0, most: 100 }), none, '--coverage-min', none, 'Least coverage in percent'),
});

const THRESHOLDS = object(
  Object.fromEntries(
    METRICS.map((metric) => [metric, key(threshold(metric), none, none, none, `Limit of ${metric}`)]),
  ) as Readonly<Record<Metric, KeyRow<ReturnType<typeof threshold>>>>,
);

const PROFILE = object(
  {
    duration: key(duration({ zero: false }), none, '--duration', none, 'Length of the load phase'),
    rate: key(number({ above: 0 }), none, '--rate', none, 'Planned sends per second'),
    vus: key(COUNT, none, '--vus', none, 'Virtual users; `rate` is then ignored'),
    maxVUs: key(number({ whole: true, least: 1 }), none, '--max-vus', none, 'Most requests in flight'),
    rampUp: key(duration({ zero: true }), none, '--ramp-up', none, 'Time of linear growth to the target'),
    thinkTime: key(
      duration({ zero: true }),
      none,
      '--think-time',
      none,
      'Pause of a user after each request',
    ),
    thresholds: key(THRESHOLDS, none, '--threshold', none, 'Limits that decide whether the test passes'),
  },
  ['duration'],
);

const STRESS = object({
  profiles: key(map(PROFILE, ANY_TEXT), none, '--profile', none, 'Load profiles by name'),
});

/** Every key of `service.yaml` (cli.md 4): checks, types, JSON Schema, flags and variables come from here. */
export const CONFIG_KEYS = {
  $schema: key(ANY_TEXT, none, none, none, 'Address of the JSON Schema of this file; ignored'),
  defaultEnvironment: key(SOME_TEXT, 'dev', '--env', 'SVC_ENV', 'Environment used when none is named'),
  timeout: key(MILLISECONDS, 30_000, '--timeout', 'SVC_TIMEOUT', 'Milliseconds for one attempt'),
  connectTimeout: key(
    MILLISECONDS,
    10_000,
    '--connect-timeout',
    'SVC_CONNECT_TIMEOUT',
    'Milliseconds to connect',
  ),
  retries: key(
    COUNT,
    none,
    '--retries',
    'SVC_RETRIES',
    'Further attempts after a failure; leave out for none',
  ),
  retryDelay: key(
    number({ whole: true, least: 0 }),
    1000,
    '--retry-delay',
    'SVC_RETRY_DELAY',
    'Milliseconds between attempts',
  ),
  followRedirects: inverted(boolean, true, '--no-follow', 'SVC_NO_FOLLOW', 'Follow 3xx answers'),
  maxRedirects: key(
    number({ whole: true, least: 0, most: 100 }),
    10,
    '--max-redirects',
    'SVC_MAX_REDIRECTS',
    'Most redirects followed',
  ),
  validateSSL: inverted(boolean, true, '--insecure', 'SVC_INSECURE', 'Check TLS certificates'),
  tls: key(TLS, none, none, none, 'Certificates'),
  proxy: key(PROXY, '', '--proxy', 'SVC_PROXY', 'Proxy for every host; ${NAME} is replaced'),
  httpVersion: key(word(['auto', '1.1', '2'], [1.1, 2]), 'auto', '--http', 'SVC_HTTP', 'HTTP version'),
  maxBodyBytes: key(
    COUNT,
    67_108_864,
    '--max-body-bytes',
    'SVC_MAX_BODY_BYTES',
    'Largest decoded response body',
  ),
  headers: key(
    map(HEADER_VALUE, HEADER_NAME),
    {},
    none,
    none,
    'Headers of every request; ${NAME} is replaced',
  ),
  cookies: inverted(
    boolean,
    true,
    '--no-cookies',
    'SVC_NO_COOKIES',
    'Keep cookies between the requests of a file',
  ),
  parallel: key(boolean, false, '--parallel', 'SVC_PARALLEL', 'Run independent requests in parallel'),
  concurrency: key(COUNT, 5, '--concurrency', 'SVC_CONCURRENCY', 'Most requests in flight in parallel runs'),
  bail: key(boolean, false, '--bail', 'SVC_BAIL', 'Stop after the first failure'),
  verbose: key(boolean, false, '--verbose', none, 'Show more in the console report'),
  noColor: key(boolean, false, '--no-color', 'SVC_NO_COLOR', 'No colours'),
  reporters: key(
    list(word(REPORT_FORMATS), { unique: true }),
    ['console'],
    '--output',
    'SVC_OUTPUT',
    'Report formats',
  ),
  outputDir: key(
    PATH,
    none,
    '--output-dir',
    'SVC_OUTPUT_DIR',
    'Base of report paths, inside the workspace; the current directory when left out',
  ),
  envFile: key(PATH, none, '--env-file', 'SVC_ENV_FILE', 'Dotenv file'),
  // SVC_SECRET_<name> gives a value as well as a name, so it is no plain variable of this key.
  secrets: key(
    list(SOME_TEXT, { unique: false }),
    [],
    '--secret',
    none,
    'Variables and captures whose values are redacted',
  ),
  history: key(HISTORY, none, none, none, 'Stored runs'),
  coverage: key(COVERAGE, none, none, none, 'API coverage'),
  environments: key(
    map(map(any, ANY_TEXT), ENVIRONMENT_NAME),
    {},
    none,
    none,
    'Variables by environment; ${NAME} is replaced',
  ),
  stress: key(STRESS, none, none, none, 'Load tests'),
} as const;

const CONFIG = object(CONFIG_KEYS);

/** The same without its types, for code that walks any shape. */
export const CONFIG_SHAPE: Shape = CONFIG;
