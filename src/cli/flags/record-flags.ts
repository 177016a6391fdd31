import { MAX_RECORDED_BODY_BYTES, MAX_RECORDINGS } from '../../record/recordings/recordings.js';
import { flagGroup, readCommaList, repeatableFlag, switchFlag } from './flag.js';
import { HOST_FLAG, portFlag } from './listening-flags.js';
import { RUN_FLAGS } from './run-flags.js';
import { numberFlag, textFlag } from './value-flags.js';

export const RECORD_PORT = 8081;

export const RECORD_FLAGS = {
  ...flagGroup('Traffic', {
    target: textFlag('http or https URL to forward requests to; its path is prepended to theirs', {
      short: 't',
      value: 'url',
    }),
    port: portFlag(RECORD_PORT),
    host: HOST_FLAG,
    insecure: { ...RUN_FLAGS.insecure, meaning: 'do not check the TLS certificate of the target' },
  }),
  ...flagGroup('Recording', {
    exclude: repeatableFlag(
      'comma-separated path patterns of requests that are forwarded but not recorded',
      { value: 'patterns' },
      readCommaList,
    ),
    sanitize: repeatableFlag(
      'comma-separated names of additional headers that contain secrets',
      { value: 'headers' },
      readCommaList,
    ),
    dedupe: switchFlag('record each method and path only once'),
    'max-body-bytes': numberFlag(
      'maximum size of a recorded body in bytes',
      { type: 'integer', minimum: 0 },
      { shownDefault: String(MAX_RECORDED_BODY_BYTES) },
    ),
    'max-recordings': numberFlag(
      'maximum number of recordings; later ones are dropped',
      { type: 'integer', exclusiveMinimum: 0, maximum: 1_000_000 },
      { shownDefault: String(MAX_RECORDINGS) },
    ),
  }),
  ...flagGroup('Export', {
    output: textFlag('file for the export', { short: 'o', value: 'path', shownDefault: 'standard output' }),
    json: switchFlag('export the recordings as JSON'),
    har: switchFlag('export the recordings as an HTTP archive (HAR)'),
    'no-chain': switchFlag('keep values of earlier responses as literals'),
  }),
} as const;
