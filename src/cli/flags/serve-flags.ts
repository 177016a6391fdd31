import { LOG_FORMATS, LOG_LEVELS } from '../../operations/settings/log.js';
import { switchFlag, type FlagValue } from './flag.js';
import { RUN_FLAGS } from './run-flags.js';
import { numberFlag, parsedFlag, textFlag, wordFlag } from './value-flags.js';

const LISTENING = { group: 'Listening' };
const ACCESS = { group: 'Access' };
const WORKSPACE = { group: 'Workspace' };
const LOG = { group: 'Log' };

export const DEFAULT_PORT = 4000;
export const DEFAULT_HOST = '127.0.0.1';

/** The token is checked later, because the message of the parser would show it. */
const acceptAnyText = (text: string): FlagValue<string> => ({ value: text });

export const SERVE_FLAGS = {
  port: numberFlag(
    'port to listen on; 0 takes a free one',
    { type: 'integer', minimum: 0, maximum: 65_535 },
    {
      short: 'p',
      environment: 'SVC_PORT',
      value: 'number',
      shownDefault: String(DEFAULT_PORT),
      ...LISTENING,
    },
  ),
  host: textFlag('name or address to listen on', {
    environment: 'SVC_HOST',
    value: 'host',
    shownDefault: DEFAULT_HOST,
    ...LISTENING,
  }),
  'api-only': switchFlag('no web interface at /', LISTENING),
  'api-token': parsedFlag(
    'token that clients must send, or auto to generate one; prefer the variable, since other users can see command lines',
    { environment: 'SVC_API_TOKEN', value: 'token', ...ACCESS },
    acceptAnyText,
  ),
  token: parsedFlag(
    'same as --api-token; auto generates a token and prints a link with it',
    { value: 'token', ...ACCESS },
    acceptAnyText,
  ),
  'read-only': switchFlag('refuse all operations that change files or send requests', ACCESS),
  cors: switchFlag('allow pages from other local ports', ACCESS),
  'allow-shell': { ...RUN_FLAGS['allow-shell'], ...ACCESS },
  'allow-db': { ...RUN_FLAGS['allow-db'], ...ACCESS },
  'allow-private-network': switchFlag('permit imports from non-public addresses', ACCESS),
  env: { ...RUN_FLAGS.env, meaning: 'first active environment', ...WORKSPACE },
  config: { ...RUN_FLAGS.config, ...WORKSPACE },
  watch: {
    ...switchFlag('watch the workspace and report changed files; --watch=false disables it', {
      short: 'w',
      ...WORKSPACE,
    }),
    shownDefault: 'true',
    initial: true,
  },
  'history-db': { ...RUN_FLAGS['history-db'], ...WORKSPACE },
  'no-history': { ...RUN_FLAGS['no-history'], meaning: 'do not keep a persistent history', ...WORKSPACE },
  'log-level': wordFlag('minimum level to log; -v means debug, -q means error', LOG_LEVELS, {
    value: 'level',
    shownDefault: 'info',
    ...LOG,
  }),
  'log-format': wordFlag('format of the log on standard error', LOG_FORMATS, {
    value: 'format',
    shownDefault: 'text',
    ...LOG,
  }),
} as const;
