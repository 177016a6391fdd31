import { MAX_RECORDED_BODY_BYTES, MAX_RECORDINGS } from '../../record/recordings/recordings.js';
import { switchFlag, type Flag } from './flag.js';
import { RUN_FLAGS } from './run-flags.js';
import { DEFAULT_HOST } from './serve-flags.js';
import { numberFlag, repeatableFlag, textFlag } from './value-flags.js';

const TRAFFIC = { group: 'Traffic' };
const RECORDING = { group: 'Recording' };
const EXPORT = { group: 'Export' };

export const RECORD_PORT = 8081;

export const RECORD_FLAGS = {
  target: textFlag('http or https URL to forward requests to; its path is prepended to theirs', {
    short: 't',
    value: 'url',
    ...TRAFFIC,
  }),
  port: numberFlag(
    'port to listen on; 0 takes a free one',
    { type: 'integer', minimum: 0, maximum: 65_535 },
    {
      short: 'p',
      value: 'number',
      shownDefault: String(RECORD_PORT),
      ...TRAFFIC,
    },
  ),
  host: textFlag('name or address to listen on', { value: 'host', shownDefault: DEFAULT_HOST, ...TRAFFIC }),
  insecure: { ...RUN_FLAGS.insecure, meaning: 'do not check the TLS certificate of the target', ...TRAFFIC },
  exclude: listsFlag(
    'comma-separated path patterns of requests that are forwarded but not recorded',
    'patterns',
  ),
  sanitize: listsFlag('comma-separated names of additional headers that contain secrets', 'headers'),
  dedupe: switchFlag('record each method and path only once', RECORDING),
  'max-body-bytes': numberFlag(
    'maximum size of a recorded body in bytes',
    { type: 'integer', minimum: 0 },
    {
      value: 'number',
      shownDefault: String(MAX_RECORDED_BODY_BYTES),
      ...RECORDING,
    },
  ),
  'max-recordings': numberFlag(
    'maximum number of recordings; later ones are dropped',
    { type: 'integer', exclusiveMinimum: 0, maximum: 1_000_000 },
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
  'no-chain': switchFlag('keep values of earlier responses as literals', EXPORT),
} as const;

function listsFlag(meaning: string, value: string): Flag<readonly (readonly string[])[]> {
  return repeatableFlag(meaning, { value, ...RECORDING }, (text) => {
    const list = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    return list.length === 0 ? { problem: 'it needs at least one entry' } : { value: list };
  });
}
