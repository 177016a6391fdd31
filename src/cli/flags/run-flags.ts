import type { Definition } from '../../operations/settings/operator-variables.js';
import { CONFIG_KEYS, HTTP_VERSIONS, REPORT_FORMATS } from '../../workspace/config/config.js';
import type { SettingFields } from '../../workspace/config/config-setting.js';
import {
  flagGroup,
  optionalSwitchFlag,
  repeatableFlag,
  repeatableTextFlag,
  switchFlag,
  type FlagTraits,
  type FlagValue,
} from './flag.js';
import { reportFlag } from './report-flag.js';
import { SELECTION_FLAGS } from './selection-flags.js';
import { TRACING_FLAGS } from './tracing-flags.js';
import { durationFlag, numberFlag, parsedFlag, textFlag, uncheckedFlag, wordFlag } from './value-flags.js';

const { timeout, connectTimeout, retries, retryDelay, parallel, concurrency, bail, delay } = CONFIG_KEYS;
const { followRedirects, maxRedirects, validateSSL, proxy, httpVersion, maxBodyBytes, cookies } = CONFIG_KEYS;
const tls = CONFIG_KEYS.tls.properties;
const history = CONFIG_KEYS.history.properties;

/** Environment variables and defaults come from the table of settings where it contains them. */
export const VARIABLE_FLAGS = flagGroup('Variables', {
  env: textFlag('active environment', {
    ...variableOf(CONFIG_KEYS.defaultEnvironment),
    short: 'e',
    value: 'name',
    complete: 'environments',
    shownDefault: 'that of the config, else dev',
  }),
  'env-file': textFlag('dotenv file', { ...variableOf(CONFIG_KEYS.envFile), value: 'path' }),
  config: textFlag('config file to use instead of the one found', {
    environment: 'SVC_CONFIG',
    value: 'path',
    complete: { extensions: ['yaml', 'yml'] },
  }),
  variable: repeatableFlag(
    'define a variable; SVC_VARIABLE_x defines x as well',
    { value: 'name=value' },
    readDefinition,
  ),
  secret: repeatableFlag(
    'define a secret, or mark a variable as one; SVC_SECRET_x defines x as well',
    { value: 'name[=value]' },
    readSecret,
  ),
});

/** For commands that use the environment files of other clients. */
export const CLIENT_ENV_FLAGS = flagGroup('Variables', {
  'client-env': repeatableTextFlag('environment file of another client, such as http-client.env.json', {
    ...variableOf(CONFIG_KEYS.clientEnv),
    value: 'path',
    complete: { extensions: ['json', 'user'] },
  }),
  'no-client-env': switchFlag('do not look for environment files of other clients', {
    environment: 'SVC_NO_CLIENT_ENV',
  }),
});

/** For commands that check what scripts of other clients check. */
export const SCRIPT_FLAGS = flagGroup('Execution', {
  'strict-scripts': optionalSwitchFlag(
    'refuse files with scripts of other clients that cannot be checked',
    variableOf(CONFIG_KEYS.strictScripts),
  ),
});

/** For commands that run requests, or stand in for what they are sent to. */
export const UNSUPPORTED_FLAGS = flagGroup('Execution', {
  'skip-unsupported': switchFlag('skip requests that svc cannot run, which fail otherwise', {
    environment: 'SVC_SKIP_UNSUPPORTED',
  }),
});

export const CONNECTION_FLAGS = flagGroup('HTTP client', {
  proxy: uncheckedFlag('proxy for all hosts; an empty value disables proxies', {
    ...variableOf(proxy),
    value: 'url',
  }),
  insecure: optionalSwitchFlag('do not check TLS certificates', { ...variableOf(validateSSL), short: 'k' }),
  cacert: textFlag('PEM file with additional root certificates', {
    ...variableOf(tls.caCert),
    value: 'path',
  }),
  cert: textFlag('client certificate, PEM or PKCS#12', { ...variableOf(tls.clientCert), value: 'path' }),
  key: textFlag('PEM file with its key; SVC_KEY_PASSPHRASE is its passphrase', {
    ...variableOf(tls.clientKey),
    value: 'path',
  }),
});

export const CLIENT_FLAGS = {
  ...CONNECTION_FLAGS,
  ...flagGroup('HTTP client', {
    'no-follow': optionalSwitchFlag('do not follow redirects', variableOf(followRedirects)),
    'max-redirects': numberFlag(
      'maximum number of redirects to follow',
      maxRedirects,
      settingOf(maxRedirects),
    ),
    'no-cookies': optionalSwitchFlag('do not keep cookies', variableOf(cookies)),
    http: wordFlag('HTTP version', HTTP_VERSIONS, { ...settingOf(httpVersion), value: 'version' }),
    'max-body-bytes': numberFlag(
      'maximum size of a decoded response body in bytes',
      maxBodyBytes,
      settingOf(maxBodyBytes),
    ),
  }),
} as const;

/** For commands that may ask a person to sign in. */
export const SIGN_IN_FLAGS = flagGroup('Execution', {
  'oauth-port': numberFlag(
    'port of this machine that a browser returns to after a sign-in',
    { type: 'integer', minimum: 1, maximum: 65_535 },
    { value: 'port', shownDefault: 'a free one' },
  ),
});

export const RUN_FLAGS = {
  ...VARIABLE_FLAGS,
  ...CLIENT_ENV_FLAGS,
  ...SELECTION_FLAGS,
  ...flagGroup('Selection', {
    shard: parsedFlag('run part i of n', { environment: 'SVC_SHARD', value: 'i/n' }, readShard),
    'last-failed': switchFlag('run only the requests that failed last time'),
  }),
  ...SCRIPT_FLAGS,
  ...UNSUPPORTED_FLAGS,
  ...flagGroup('Execution', {
    parallel: optionalSwitchFlag('run independent requests at the same time', {
      ...variableOf(parallel),
      short: 'p',
    }),
    concurrency: numberFlag(
      'maximum number of simultaneous requests in parallel runs',
      concurrency,
      settingOf(concurrency),
    ),
    repeat: numberFlag(
      'number of passes over the selection, one after another',
      { type: 'integer', minimum: 1, maximum: 10_000 },
      { environment: 'SVC_REPEAT', value: 'n', shownDefault: '1' },
    ),
    delay: durationFlag('pause between requests; in parallel runs between their starts', {
      ...durationOf(delay),
      zero: true,
    }),
    bail: optionalSwitchFlag('stop after the first failure', variableOf(bail)),
    retries: numberFlag('number of retries for requests without @retry', retries, settingOf(retries)),
    'retry-delay': durationFlag('pause between attempts', { ...durationOf(retryDelay), zero: true }),
    timeout: durationFlag('time limit of one attempt', { ...durationOf(timeout), zero: false }),
    'connect-timeout': durationFlag('time limit for connecting', {
      ...durationOf(connectTimeout),
      zero: false,
    }),
    'dry-run': switchFlag('print what would run, send nothing'),
    watch: switchFlag('run again when files change or a key asks for it', { short: 'w' }),
    ci: optionalSwitchFlag(
      'print a line per file instead of a bar, fail on a missing snapshot; on when CI is true or 1',
    ),
    'update-snapshots': switchFlag('write the snapshots of this run'),
    'allow-shell': switchFlag('permit hooks and shell blocks'),
    'allow-db': switchFlag('permit database assertions'),
    'allow-secret-commands': switchFlag('permit the programs of service.yaml that print secrets'),
    'allow-save': switchFlag('permit >> lines to save responses in the workspace'),
    'save-dir': textFlag('directory that >> lines save responses in, instead of the workspace', {
      value: 'path',
    }),
    yes: switchFlag('send requests with @note without asking'),
  }),
  ...SIGN_IN_FLAGS,
  ...CLIENT_FLAGS,
  ...flagGroup('Reports', {
    output: wordFlag('format of the primary report', REPORT_FORMATS, {
      ...variableOf(CONFIG_KEYS.reporters),
      short: 'o',
      value: 'format',
      shownDefault: 'console',
    }),
    'output-file': textFlag('file of the primary report; - is standard output', {
      environment: 'SVC_OUTPUT_FILE',
      value: 'path',
    }),
    'output-dir': textFlag('base of relative report paths', {
      ...variableOf(CONFIG_KEYS.outputDir),
      value: 'path',
      shownDefault: 'current directory',
    }),
    report: reportFlag(REPORT_FORMATS),
    'no-progress': switchFlag('no progress: neither a bar nor a line per file', {
      environment: 'SVC_NO_PROGRESS',
    }),
  }),
  ...flagGroup('History and coverage', {
    coverage: switchFlag('report which operations of an API were called'),
    openapi: textFlag('OpenAPI document (2.0, 3.0, 3.1), a file or a URL', {
      value: 'path-or-url',
      complete: { extensions: ['yaml', 'yml', 'json'] },
    }),
    'coverage-min': numberFlag(
      'minimum coverage in percent',
      { minimum: 0, maximum: 100 },
      { value: 'percent' },
    ),
    'history-db': textFlag('history file', {
      ...variableOf(history.path),
      value: 'path',
      shownDefault: '~/.svc/history.db',
    }),
    'no-history': optionalSwitchFlag('do not store this run', variableOf(history.enabled)),
  }),
  ...TRACING_FLAGS,
  ...flagGroup('Queue', {
    'retry-lost': switchFlag('run the requests of a worker that is lost again on another one, at most twice'),
  }),
} as const;

function variableOf({ variable }: SettingFields): FlagTraits {
  return variable === undefined ? {} : { environment: variable };
}

function settingOf(setting: SettingFields): FlagTraits {
  return { ...variableOf(setting), shownDefault: String(setting.default) };
}

function durationOf(setting: SettingFields<number>): FlagTraits {
  return { ...variableOf(setting), shownDefault: `${setting.default / 1000}s` };
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
