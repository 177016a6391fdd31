import { flagGroup, switchFlag } from './flag.js';
import { HOST_FLAG, portFlag } from './listening-flags.js';
import { CLIENT_ENV_FLAGS, RUN_FLAGS, SCRIPT_FLAGS, UNSUPPORTED_FLAGS } from './run-flags.js';
import { durationFlag, parsedFlag, readSeed, textFlag } from './value-flags.js';

export const MOCK_PORT = 3000;

export const MOCK_FLAGS = {
  ...flagGroup('Listening', {
    port: portFlag(MOCK_PORT),
    host: HOST_FLAG,
    cors: switchFlag('let pages of every origin read the responses'),
  }),
  ...flagGroup('Responses', {
    delay: durationFlag('delay before each response, up to 1h', {
      short: 'd',
      shownDefault: '0',
      zero: true,
    }),
    seed: parsedFlag('seed that makes delays and faults repeatable', { value: 'integer' }, readSeed),
    strict: switchFlag('refuse responses that fail the assertions of their own request'),
    template: switchFlag('fill values of the request into all mock blocks, as @mock.template does'),
    'strict-match': switchFlag(
      'respond with 404 to requests without what a request of the files is written with',
    ),
    stateful: switchFlag('keep what POST requests create, for GET, PUT, PATCH and DELETE of its path'),
    state: textFlag('keep the state in this file; implies --stateful', { value: 'path' }),
    watch: switchFlag('reload changed files; a file with errors is ignored', { short: 'w' }),
  }),
  ...flagGroup('Pass-through', {
    proxy: textFlag(
      'http or https URL that requests without a route go to; its path is prepended to theirs',
      {
        value: 'url',
      },
    ),
    record: textFlag('request file for what comes back from there, as mock responses', { value: 'file' }),
    insecure: { ...RUN_FLAGS.insecure, meaning: 'do not check the TLS certificate of that server' },
  }),
  ...flagGroup('Checks at the end', {
    'require-used': switchFlag('exit with 1 and list the routes that were never used, if there are any'),
    'fail-on-unmatched': switchFlag('exit with 1 and list requests that matched no route, if there are any'),
  }),
  env: RUN_FLAGS.env,
  'env-file': RUN_FLAGS['env-file'],
  config: RUN_FLAGS.config,
  variable: RUN_FLAGS.variable,
  ...CLIENT_ENV_FLAGS,
  ...SCRIPT_FLAGS,
  ...UNSUPPORTED_FLAGS,
  ...flagGroup('Output', { json: switchFlag('one JSON object per request instead of a line') }),
} as const;
