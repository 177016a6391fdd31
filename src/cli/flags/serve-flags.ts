import { LOG_FORMATS, LOG_LEVELS } from '../../operations/settings/log.js';
import { switchFlag, type FlagValue } from './flag.js';
import { RUN_FLAGS } from './run-flags.js';
import { numberFlag, readFlag, textFlag, wordFlag } from './value-flags.js';

const LISTENING = { group: 'Listening' };
const ACCESS = { group: 'Access' };
const WORKSPACE = { group: 'Workspace' };
const LOG = { group: 'Log' };

export const DEFAULT_PORT = 4000;
export const DEFAULT_HOST = '127.0.0.1';

/** Judged later: the message of the parser would show it. */
const takenAsItIs = (text: string): FlagValue<string> => ({ value: text });

/** The flags of cli.md 14. */
export const SERVE_FLAGS = {
  port: numberFlag(
    'port to listen on; 0 takes a free one',
    { whole: true, least: 0, most: 65_535 },
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
  'api-token': readFlag(
    'token that clients must send, or auto for a new one; others can read a command line, so set the variable instead',
    { environment: 'SVC_API_TOKEN', value: 'token', ...ACCESS },
    takenAsItIs,
  ),
  token: readFlag(
    'the same as --api-token; auto makes a token and prints a link with it',
    { value: 'token', ...ACCESS },
    takenAsItIs,
  ),
  'read-only': switchFlag('refuse everything that changes or sends something', ACCESS),
  cors: switchFlag('answer pages of other local ports', ACCESS),
  'allow-shell': { ...RUN_FLAGS['allow-shell'], ...ACCESS },
  'allow-db': { ...RUN_FLAGS['allow-db'], ...ACCESS },
  'allow-private-network': switchFlag('permit imports from addresses that are not public', ACCESS),
  env: { ...RUN_FLAGS.env, meaning: 'first active environment', ...WORKSPACE },
  config: { ...RUN_FLAGS.config, ...WORKSPACE },
  watch: {
    ...switchFlag('watch the workspace and tell of changed files; --watch=false does not', {
      short: 'w',
      ...WORKSPACE,
    }),
    shownDefault: 'true',
    initial: true,
  },
  'history-db': { ...RUN_FLAGS['history-db'], ...WORKSPACE },
  'no-history': { ...RUN_FLAGS['no-history'], meaning: 'keep no persistent history', ...WORKSPACE },
  'log-level': wordFlag('least level that is logged; -v means debug, -q means error', LOG_LEVELS, {
    value: 'level',
    shownDefault: 'info',
    ...LOG,
  }),
  'log-format': wordFlag('form of the log on standard error', LOG_FORMATS, {
    value: 'format',
    shownDefault: 'text',
    ...LOG,
  }),
} as const;
