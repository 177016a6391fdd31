import { switchFlag } from './flag.js';
import { RUN_FLAGS } from './run-flags.js';
import { durationFlag, numberFlag, textFlag } from './value-flags.js';

const LISTENING = { group: 'Listening' };
const RESPONSES = { group: 'Responses' };

export const MOCK_PORT = 3000;
export const MOCK_HOST = '127.0.0.1';

export const MOCK_FLAGS = {
  port: numberFlag(
    'port to listen on; 0 takes a free one',
    { type: 'integer', minimum: 0, maximum: 65_535 },
    { short: 'p', value: 'number', shownDefault: String(MOCK_PORT), ...LISTENING },
  ),
  host: textFlag('name or address to listen on', { value: 'host', shownDefault: MOCK_HOST, ...LISTENING }),
  cors: switchFlag('let pages of every origin read the responses', LISTENING),
  delay: durationFlag('delay before each response, up to 1h', {
    short: 'd',
    shownDefault: '0',
    zero: true,
    ...RESPONSES,
  }),
  strict: switchFlag('refuse responses that fail the assertions of their own request', RESPONSES),
  watch: switchFlag('reload changed files; a file with errors is ignored', { short: 'w', ...RESPONSES }),
  env: RUN_FLAGS.env,
  'env-file': RUN_FLAGS['env-file'],
  config: RUN_FLAGS.config,
  variable: RUN_FLAGS.variable,
  json: switchFlag('one JSON object per request instead of a line', { group: 'Output' }),
} as const;
