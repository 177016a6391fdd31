import { switchFlag } from './flag.js';
import { RUN_FLAGS } from './run-flags.js';
import { durationFlag, numberFlag, textFlag } from './value-flags.js';

const LISTENING = { group: 'Listening' };
const RESPONSES = { group: 'Responses' };

export const MOCK_PORT = 3000;
export const MOCK_HOST = '127.0.0.1';

/** The flags of cli.md 13; `strict` and `cors` are additions. */
export const MOCK_FLAGS = {
  port: numberFlag(
    'port to listen on; 0 takes a free one',
    { whole: true, least: 0, most: 65_535 },
    { short: 'p', value: 'number', shownDefault: String(MOCK_PORT), ...LISTENING },
  ),
  host: textFlag('name or address to listen on', { value: 'host', shownDefault: MOCK_HOST, ...LISTENING }),
  cors: switchFlag('let pages of every origin read the answers', LISTENING),
  delay: durationFlag('wait before each response, up to 1h', {
    short: 'd',
    shownDefault: '0',
    zero: true,
    ...RESPONSES,
  }),
  strict: switchFlag('refuse responses that do not pass the assertions of their own request', RESPONSES),
  watch: switchFlag('take over changed files; a broken one changes nothing', { short: 'w', ...RESPONSES }),
  env: RUN_FLAGS.env,
  'env-file': RUN_FLAGS['env-file'],
  config: RUN_FLAGS.config,
  variable: RUN_FLAGS.variable,
  json: switchFlag('one JSON object per request instead of a line', { group: 'Output' }),
} as const;
