import type { Definition } from '../../operations/settings/operator-variables.js';
import { CONFIG_KEYS, HTTP_VERSIONS, REPORT_FORMATS } from '../../workspace/config/config.js';
import type { SettingFields } from '../../workspace/config/config-setting.js';
import { switchFlag, type Flag, type FlagValue } from './flag.js';
import { SELECTION_FLAGS } from './selection-flags.js';
import { unknownWordMessage } from '../process/unknown-word-message.js';
import {
  durationFlag,
  numberFlag,
  parsedFlag,
  repeatableFlag,
  settingSwitch,
  textFlag,
  wordFlag,
} from './value-flags.js';

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** An additional report; only `github` needs no path. */
export interface ReportFlag {
  readonly format: ReportFormat;
  readonly path: string | undefined;
}

const { timeout, connectTimeout, retries, retryDelay, parallel, concurrency, bail } = CONFIG_KEYS;
const { followRedirects, maxRedirects, validateSSL, proxy, httpVersion, maxBodyBytes, cookies } = CONFIG_KEYS;
const tls = CONFIG_KEYS.tls.properties;
const history = CONFIG_KEYS.history.properties;

const VARIABLES = { group: 'Variables' };
const EXECUTION = { group: 'Execution' };
const CLIENT = { group: 'HTTP client' };
const REPORTS = { group: 'Reports' };
const HISTORY = { group: 'History and coverage' };

/** Environment variables and defaults come from the table of settings where it contains them. */
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
  config: textFlag('config file to use instead of the one found', {
    environment: 'SVC_CONFIG',
    value: 'path',
    complete: { extensions: ['yaml', 'yml'] },
    ...VARIABLES,
  }),
  variable: repeatableFlag(
    'define a variable; SVC_VARIABLE_x defines x as well',
    { value: 'name=value', ...VARIABLES },
    readDefinition,
  ),
  secret: repeatableFlag(
    'define a secret, or mark a variable as one; SVC_SECRET_x defines x as well',
    { value: 'name[=value]', ...VARIABLES },
    readSecret,
  ),
  ...SELECTION_FLAGS,
  shard: parsedFlag(
    'run part i of n',
    { environment: 'SVC_SHARD', value: 'i/n', group: 'Selection' },
    readShard,
  ),
  'last-failed': switchFlag('run only the requests that failed last time', { group: 'Selection' }),
  parallel: settingSwitch('run independent requests at the same time', {
    ...variableOf(parallel),
    short: 'p',
    ...EXECUTION,
  }),
  concurrency: numberFlag('maximum number of simultaneous requests in parallel runs', concurrency, {
    ...settingOf(concurrency),
    value: 'number',
    ...EXECUTION,
  }),
  bail: settingSwitch('stop after the first failure', { ...variableOf(bail), ...EXECUTION }),
  retries: numberFlag(
    'number of retries for requests without @retry',
    { type: 'integer', minimum: 0 },
    { ...variableOf(retries), value: 'number', shownDefault: '0', ...EXECUTION },
  ),
  'retry-delay': durationFlag('pause between attempts', {
    ...variableOf(retryDelay),
    shownDefault: inSeconds(retryDelay.default),
    zero: true,
    ...EXECUTION,
  }),
  timeout: durationFlag('time limit of one attempt', {
    ...variableOf(timeout),
    shownDefault: inSeconds(timeout.default),
    zero: false,
    ...EXECUTION,
  }),
  'connect-timeout': durationFlag('time limit for connecting', {
    ...variableOf(connectTimeout),
    shownDefault: inSeconds(connectTimeout.default),
    zero: false,
    ...EXECUTION,
  }),
  'dry-run': switchFlag('print what would run, send nothing', EXECUTION),
  watch: switchFlag('run again when files change', { short: 'w', ...EXECUTION }),
  ci: settingSwitch('hide progress and fail on a missing snapshot; on when CI is true or 1', EXECUTION),
  'update-snapshots': switchFlag('write the snapshots of this run', EXECUTION),
  'allow-shell': switchFlag('permit hooks and shell blocks', EXECUTION),
  'allow-db': switchFlag('permit database assertions', EXECUTION),
  proxy: parsedFlag(
    'proxy for all hosts; an empty value disables proxies',
    { ...variableOf(proxy), value: 'url', ...CLIENT },
    (text): FlagValue<string> => ({ value: text }),
  ),
  insecure: settingSwitch('do not check TLS certificates', {
    ...variableOf(validateSSL),
    short: 'k',
    ...CLIENT,
  }),
  cacert: textFlag('PEM file with additional root certificates', {
    ...variableOf(tls.caCert),
    value: 'path',
    ...CLIENT,
  }),
  cert: textFlag('client certificate, PEM or PKCS#12', {
    ...variableOf(tls.clientCert),
    value: 'path',
    ...CLIENT,
  }),
  key: textFlag('PEM file with its key; SVC_KEY_PASSPHRASE is its passphrase', {
    ...variableOf(tls.clientKey),
    value: 'path',
    ...CLIENT,
  }),
  'no-follow': settingSwitch('do not follow redirects', { ...variableOf(followRedirects), ...CLIENT }),
  'max-redirects': numberFlag('maximum number of redirects to follow', maxRedirects, {
    ...settingOf(maxRedirects),
    value: 'number',
    ...CLIENT,
  }),
  'no-cookies': settingSwitch('do not keep cookies', { ...variableOf(cookies), ...CLIENT }),
  http: wordFlag('HTTP version', HTTP_VERSIONS, {
    ...settingOf(httpVersion),
    value: 'version',
    ...CLIENT,
  }),
  'max-body-bytes': numberFlag('maximum size of a decoded response body in bytes', maxBodyBytes, {
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
  'output-file': textFlag('file of the primary report; - is standard output', {
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
  report: repeatableFlag(
    'an additional report; github needs no path',
    { value: 'format=path', ...REPORTS },
    readReport,
  ),
  'no-progress': switchFlag('no progress bar', { environment: 'SVC_NO_PROGRESS', ...REPORTS }),
  coverage: switchFlag('report which operations of an API were called', HISTORY),
  openapi: textFlag('OpenAPI document (2.0, 3.0, 3.1), a file or a URL', {
    value: 'path-or-url',
    complete: { extensions: ['yaml', 'yml', 'json'] },
    ...HISTORY,
  }),
  'coverage-min': numberFlag(
    'minimum coverage in percent',
    { minimum: 0, maximum: 100 },
    { value: 'percent', ...HISTORY },
  ),
  'history-db': textFlag('history file', {
    ...variableOf(history.path),
    value: 'path',
    shownDefault: '~/.svc/history.db',
    ...HISTORY,
  }),
  'no-history': settingSwitch('do not store this run', { ...variableOf(history.enabled), ...HISTORY }),
} as const;

function variableOf({ variable }: SettingFields): Pick<Flag<unknown>, 'environment'> {
  return variable === undefined ? {} : { environment: variable };
}

function settingOf(row: SettingFields): Pick<Flag<unknown>, 'environment' | 'shownDefault'> {
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

/** A missing name is refused later, because the message of the parser would show the value. */
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
  const format = REPORT_FORMATS.find((name) => name === word.toLowerCase());
  if (format === undefined) return { problem: unknownWordMessage('format', word, REPORT_FORMATS) };
  if (path === '' || (path === undefined && format !== 'github')) return { problem: `use ${format}=path` };
  return { value: { format, path } };
}
