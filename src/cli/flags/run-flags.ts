import type { Definition } from '../../operations/settings/operator-variables.js';
import { CONFIG_KEYS, REPORT_FORMATS } from '../../workspace/config/config.js';
import type { KeyRow } from '../../workspace/config/config-shape.js';
import { switchFlag, type Flag, type FlagValue } from './flag.js';
import { SELECTION_FLAGS } from './selection-flags.js';
import { unknownWord } from '../process/unknown-word.js';
import {
  durationFlag,
  numberFlag,
  readFlag,
  readsFlag,
  settingSwitch,
  textFlag,
  wordFlag,
} from './value-flags.js';

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A further report; only `github` needs no path. */
export interface ReportFlag {
  readonly format: ReportFormat;
  readonly path: string | undefined;
}

const { timeout, connectTimeout, retries, retryDelay, parallel, concurrency, bail } = CONFIG_KEYS;
const { followRedirects, maxRedirects, validateSSL, proxy, httpVersion, maxBodyBytes, cookies } = CONFIG_KEYS;
const tls = CONFIG_KEYS.tls.shape.keys;
const history = CONFIG_KEYS.history.shape.keys;

const VARIABLES = { group: 'Variables' };
const EXECUTION = { group: 'Execution' };
const CLIENT = { group: 'HTTP client' };
const REPORTS = { group: 'Reports' };
const HISTORY = { group: 'History and coverage' };

/** The flags of cli.md 6.1; environment variables and defaults come from the table of settings where it has them. */
export const RUN_FLAGS = {
  env: textFlag('active environment', {
    ...variableOf(CONFIG_KEYS.defaultEnvironment),
    short: 'e',
    value: 'name',
    complete: 'environments',
    shownDefault: 'that of the config, else dev',
    ...VARIABLES,
  }),
  'env-file': textFlag('dotenv file', { ...variableOf(CONFIG_KEYS.envFile), value: 'path', ...VARIABLES }),
  config: textFlag('config file instead of the one found', {
    environment: 'SVC_CONFIG',
    value: 'path',
    complete: { extensions: ['yaml', 'yml'] },
    ...VARIABLES,
  }),
  variable: readsFlag(
    'define a variable; SVC_VARIABLE_x defines x as well',
    { value: 'name=value', ...VARIABLES },
    readDefinition,
  ),
  secret: readsFlag(
    'define a secret, or mark a variable as one; SVC_SECRET_x defines x as well',
    { value: 'name[=value]', ...VARIABLES },
    readSecret,
  ),
  ...SELECTION_FLAGS,
  shard: readFlag(
    'run one of n parts',
    { environment: 'SVC_SHARD', value: 'i/n', group: 'Selection' },
    readShard,
  ),
  'last-failed': switchFlag('run what failed last time', { group: 'Selection' }),
  parallel: settingSwitch('run independent requests at the same time', {
    ...variableOf(parallel),
    short: 'p',
    ...EXECUTION,
  }),
  concurrency: numberFlag('most requests in flight in parallel runs', concurrency.shape, {
    ...settingOf(concurrency),
    value: 'number',
    ...EXECUTION,
  }),
  bail: settingSwitch('stop after the first failure', { ...variableOf(bail), ...EXECUTION }),
  retries: numberFlag(
    'further attempts for requests without @retry',
    { whole: true, least: 0 },
    { ...variableOf(retries), value: 'number', shownDefault: '0', ...EXECUTION },
  ),
  'retry-delay': durationFlag('pause between attempts', {
    ...variableOf(retryDelay),
    shownDefault: inSeconds(retryDelay.default),
    zero: true,
    ...EXECUTION,
  }),
  timeout: durationFlag('time for one attempt', {
    ...variableOf(timeout),
    shownDefault: inSeconds(timeout.default),
    zero: false,
    ...EXECUTION,
  }),
  'connect-timeout': durationFlag('time to connect', {
    ...variableOf(connectTimeout),
    shownDefault: inSeconds(connectTimeout.default),
    zero: false,
    ...EXECUTION,
  }),
  'dry-run': switchFlag('print what would run, send nothing', EXECUTION),
  watch: switchFlag('run again when files change', { short: 'w', ...EXECUTION }),
  ci: settingSwitch('no progress, a missing snapshot fails; on when CI is true or 1', EXECUTION),
  'update-snapshots': switchFlag('write the snapshots of this run', EXECUTION),
  'allow-shell': switchFlag('permit hooks and shell blocks', EXECUTION),
  'allow-db': switchFlag('permit database assertions', EXECUTION),
  proxy: readFlag(
    'proxy for every host; an empty one means none at all',
    { ...variableOf(proxy), value: 'url', ...CLIENT },
    (text): FlagValue<string> => ({ value: text }),
  ),
  insecure: settingSwitch('do not check TLS certificates', {
    ...variableOf(validateSSL),
    short: 'k',
    ...CLIENT,
  }),
  cacert: textFlag('PEM file with further root certificates', {
    ...variableOf(tls.caCert),
    value: 'path',
    ...CLIENT,
  }),
  cert: textFlag('client certificate, PEM or PKCS#12', {
    ...variableOf(tls.clientCert),
    value: 'path',
    ...CLIENT,
  }),
  key: textFlag('PEM file with its key; SVC_KEY_PASSPHRASE opens it', {
    ...variableOf(tls.clientKey),
    value: 'path',
    ...CLIENT,
  }),
  'no-follow': settingSwitch('do not follow redirects', { ...variableOf(followRedirects), ...CLIENT }),
  'max-redirects': numberFlag('most redirects followed', maxRedirects.shape, {
    ...settingOf(maxRedirects),
    value: 'number',
    ...CLIENT,
  }),
  'no-cookies': settingSwitch('keep no cookies', { ...variableOf(cookies), ...CLIENT }),
  http: wordFlag('HTTP version', httpVersion.shape.words, {
    ...settingOf(httpVersion),
    value: 'version',
    ...CLIENT,
  }),
  'max-body-bytes': numberFlag('largest decoded response body', maxBodyBytes.shape, {
    ...settingOf(maxBodyBytes),
    value: 'number',
    ...CLIENT,
  }),
  output: wordFlag('format of the primary report', REPORT_FORMATS, {
    ...variableOf(CONFIG_KEYS.reporters),
    short: 'o',
    value: 'format',
    shownDefault: 'console',
    ...REPORTS,
  }),
  'output-file': textFlag('where the primary report goes; - is standard output', {
    environment: 'SVC_OUTPUT_FILE',
    value: 'path',
    ...REPORTS,
  }),
  'output-dir': textFlag('base of relative report paths', {
    ...variableOf(CONFIG_KEYS.outputDir),
    value: 'path',
    shownDefault: 'current directory',
    ...REPORTS,
  }),
  report: readsFlag(
    'a further report; github needs no path',
    { value: 'format=path', ...REPORTS },
    readReport,
  ),
  'no-progress': switchFlag('no progress bar', { environment: 'SVC_NO_PROGRESS', ...REPORTS }),
  coverage: switchFlag('tell which operations of an API were called', HISTORY),
  openapi: textFlag('OpenAPI document (2.0, 3.0, 3.1), a file or a URL', {
    value: 'path-or-url',
    complete: { extensions: ['yaml', 'yml', 'json'] },
    ...HISTORY,
  }),
  'coverage-min': numberFlag(
    'least coverage in percent',
    { least: 0, most: 100 },
    { value: 'percent', ...HISTORY },
  ),
  'history-db': textFlag('history file', {
    ...variableOf(history.path),
    value: 'path',
    shownDefault: '~/.svc/history.db',
    ...HISTORY,
  }),
  'no-history': settingSwitch('do not record this run', { ...variableOf(history.enabled), ...HISTORY }),
} as const;

function variableOf({ variable }: KeyRow): Pick<Flag<unknown>, 'environment'> {
  return variable === undefined ? {} : { environment: variable };
}

function settingOf(row: KeyRow): Pick<Flag<unknown>, 'environment' | 'shownDefault'> {
  return { ...variableOf(row), shownDefault: String(row.default) };
}

function inSeconds(milliseconds: number): string {
  return `${milliseconds / 1000}s`;
}

function readDefinition(text: string): FlagValue<Definition> {
  const definition = definitionOf(text);
  const isComplete = definition.name !== '' && definition.value !== undefined;
  return isComplete ? { value: definition } : { problem: 'use name=value' };
}

/** A missing name is refused later: the message of the parser would show the value. */
function readSecret(text: string): FlagValue<Definition> {
  return { value: definitionOf(text) };
}

function definitionOf(text: string): Definition {
  const equals = text.indexOf('=');
  if (equals === -1) return { name: text.trim(), value: undefined };
  return { name: text.slice(0, equals).trim(), value: text.slice(equals + 1) };
}

function readShard(text: string): FlagValue<{ readonly index: number; readonly count: number }> {
  const [, i = '', n = ''] = /^([0-9]{1,9})\/([0-9]{1,9})$/.exec(text) ?? [];
  const index = Number(i);
  const count = Number(n);
  return i !== '' && index >= 1 && index <= count
    ? { value: { index, count } }
    : { problem: 'use i/n with i from 1 to n, such as 2/5' };
}

function readReport(text: string): FlagValue<ReportFlag> {
  const equals = text.indexOf('=');
  const word = equals === -1 ? text : text.slice(0, equals);
  const path = equals === -1 ? undefined : text.slice(equals + 1);
  const format = REPORT_FORMATS.find((known) => known === word.toLowerCase());
  if (format === undefined) return { problem: unknownWord('format', word, REPORT_FORMATS) };
  if (path === '' || (path === undefined && format !== 'github')) return { problem: `use ${format}=path` };
  return { value: { format, path } };
}
