import { LOG_FORMATS, LOG_LEVELS } from '../../operations/settings/log.js';
import { flagGroup, switchFlag } from './flag.js';
import { HOST_FLAG, portFlag } from './listening-flags.js';
import { QUEUE_FLAGS } from './queue-flags.js';
import { CLIENT_ENV_FLAGS, RUN_FLAGS } from './run-flags.js';
import { TRACING_FLAGS } from './tracing-flags.js';
import { durationFlag, uncheckedFlag, wordFlag } from './value-flags.js';

export const DEFAULT_PORT = 4000;

export const SERVE_FLAGS = {
  ...flagGroup('Listening', {
    port: { ...portFlag(DEFAULT_PORT), environment: 'SVC_PORT' },
    host: { ...HOST_FLAG, environment: 'SVC_HOST' },
    'api-only': switchFlag('no web interface at /'),
  }),
  ...flagGroup('Access', {
    'api-token': uncheckedFlag(
      'token that clients must send, or auto to generate one; prefer the variable, since other users can see command lines',
      { environment: 'SVC_API_TOKEN', value: 'token' },
    ),
    token: uncheckedFlag('same as --api-token; auto generates a token and prints a link with it', {
      value: 'token',
    }),
    'read-only': switchFlag('refuse all operations that change files or send requests'),
    cors: switchFlag('allow pages from other local ports'),
    'allow-shell': RUN_FLAGS['allow-shell'],
    'allow-db': RUN_FLAGS['allow-db'],
    'allow-secret-commands': RUN_FLAGS['allow-secret-commands'],
    'allow-private-network': switchFlag('permit imports from non-public addresses'),
  }),
  ...flagGroup('Workspace', {
    env: { ...RUN_FLAGS.env, meaning: 'first active environment' },
    config: RUN_FLAGS.config,
    ...CLIENT_ENV_FLAGS,
    watch: {
      ...switchFlag('watch the workspace and report changed files; --watch=false disables it', {
        short: 'w',
        shownDefault: 'true',
      }),
      initial: true,
    },
    'history-db': RUN_FLAGS['history-db'],
    'no-history': { ...RUN_FLAGS['no-history'], meaning: 'do not keep a persistent history' },
  }),
  ...TRACING_FLAGS,
  ...QUEUE_FLAGS,
  ...flagGroup('Queue', {
    'worker-wait': durationFlag('how long a load test waits for workers', { zero: true, shownDefault: '5s' }),
  }),
  ...flagGroup('Log', {
    'log-level': wordFlag('minimum level to log; -v means debug, -q means error', LOG_LEVELS, {
      value: 'level',
      shownDefault: 'info',
    }),
    'log-format': wordFlag('format of the log on standard error', LOG_FORMATS, {
      value: 'format',
      shownDefault: 'text',
    }),
  }),
} as const;
