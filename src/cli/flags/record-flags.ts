import { MAX_RECORDED_BODY_BYTES, MAX_RECORDINGS } from '../../record/recordings/recordings.js';
import { switchFlag, type Flag } from './flag.js';
import { RUN_FLAGS } from './run-flags.js';
import { DEFAULT_HOST } from './serve-flags.js';
import { numberFlag, readsFlag, textFlag } from './value-flags.js';

const TRAFFIC = { group: 'Traffic' };
const RECORDING = { group: 'Recording' };
const EXPORT = { group: 'Export' };

export const RECORD_PORT = 8081;

/** The flags of cli.md 13. */
export const RECORD_FLAGS = {
  target: textFlag('where requests go, an http or https URL; its path stands before theirs', {
    short: 't',
    value: 'url',
    ...TRAFFIC,
  }),
  port: numberFlag(
    'port to listen on; 0 takes a free one',
    { whole: true, least: 0, most: 65_535 },
    {
      short: 'p',
      value: 'number',
      shownDefault: String(RECORD_PORT),
      ...TRAFFIC,
    },
  ),
  host: textFlag('name or address to listen on', { value: 'host', shownDefault: DEFAULT_HOST, ...TRAFFIC }),
  insecure: { ...RUN_FLAGS.insecure, meaning: 'do not check the TLS certificate of the target', ...TRAFFIC },
  exclude: listsFlag('path patterns, separated by commas, of what is forwarded but not recorded', 'patterns'),
  sanitize: listsFlag('names, separated by commas, of further headers that hold secrets', 'headers'),
  dedupe: switchFlag('record the same method and path once', RECORDING),
  'max-body-bytes': numberFlag(
    'longest body that is kept',
    { whole: true, least: 0 },
    {
      value: 'number',
      shownDefault: String(MAX_RECORDED_BODY_BYTES),
      ...RECORDING,
    },
  ),
  'max-recordings': numberFlag(
    'how many are kept; the oldest stay',
    { whole: true, above: 0, most: 1_000_000 },
    {
      value: 'number',
      shownDefault: String(MAX_RECORDINGS),
      ...RECORDING,
    },
  ),
  output: textFlag('file for the export', {
    short: 'o',
    value: 'path',
    shownDefault: 'standard output',
    ...EXPORT,
  }),
  json: switchFlag('export the recordings as JSON', EXPORT),
  har: switchFlag('export the recordings as an HTTP archive (HAR)', EXPORT),
  'no-chain': switchFlag('leave values of earlier answers as they were sent', EXPORT),
} as const;

function listsFlag(meaning: string, value: string): Flag<readonly (readonly string[])[]> {
  return readsFlag(meaning, { value, ...RECORDING }, (text) => {
    const list = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    return list.length === 0 ? { problem: 'it needs at least one entry' } : { value: list };
  });
}
