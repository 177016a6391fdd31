import type { HeaderList } from '../../http/message/message.js';
import { FORMATS } from '../../web-fetch/render-response.js';
import { switchFlag, type FlagValue } from '../flags/flag.js';
import { RUN_FLAGS } from '../flags/run-flags.js';
import { numberFlag, readFlag, readsFlag, textFlag, wordFlag } from '../flags/value-flags.js';

const DIRECT = { group: 'Request (URL only)' };
const SAVED = { group: 'Saved request (file only)' };
const OUTPUT = { group: 'Output' };
const LIMITS = { group: 'Limits' };

/** The flags of cli.md 15. */
export const FETCH_FLAGS = {
  request: readFlag(
    'method',
    { short: 'X', value: 'method', shownDefault: 'GET, with -d POST', ...DIRECT },
    readMethod,
  ),
  header: readsFlag('a header', { short: 'H', value: 'name: value', ...DIRECT }, readHeader),
  data: readFlag(
    'body; @file takes the bytes of a file, @- those of standard input',
    { short: 'd', value: 'text', ...DIRECT },
    (text): FlagValue<string> => ({ value: text }),
  ),
  name: textFlag('name of the request', { short: 'n', value: 'name', complete: 'request-names', ...SAVED }),
  index: numberFlag('place of the request, from 1', { whole: true, least: 1 }, { value: 'number', ...SAVED }),
  env: { ...RUN_FLAGS.env, ...SAVED },
  'env-file': { ...RUN_FLAGS['env-file'], ...SAVED },
  config: { ...RUN_FLAGS.config, ...SAVED },
  format: wordFlag('raw bytes, text, markdown, or a json envelope', FORMATS, {
    value: 'format',
    shownDefault: 'raw',
    ...OUTPUT,
  }),
  'output-file': textFlag('file to write, readable for you only', {
    short: 'o',
    value: 'path',
    shownDefault: 'standard output',
    ...OUTPUT,
  }),
  force: switchFlag('replace the output file when it exists', OUTPUT),
  fail: switchFlag('exit with 1 for a status of 400 or more', { short: 'f', ...OUTPUT }),
  timeout: { ...RUN_FLAGS.timeout, meaning: 'time for everything', ...LIMITS },
  'connect-timeout': { ...RUN_FLAGS['connect-timeout'], ...LIMITS },
  'max-body-bytes': { ...RUN_FLAGS['max-body-bytes'], ...LIMITS },
  'max-redirects': { ...RUN_FLAGS['max-redirects'], ...LIMITS },
  'no-follow': { ...RUN_FLAGS['no-follow'], ...LIMITS },
  proxy: RUN_FLAGS.proxy,
  insecure: RUN_FLAGS.insecure,
  cacert: RUN_FLAGS.cacert,
  cert: RUN_FLAGS.cert,
  key: RUN_FLAGS.key,
  http: RUN_FLAGS.http,
} as const;

function readMethod(text: string): FlagValue<string> {
  return /^[A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]{0,31}$/.test(text)
    ? { value: text.toUpperCase() }
    : { problem: 'use a method such as PUT' };
}

/** The value is left out of messages: it may be a credential. */
function readHeader(text: string): FlagValue<HeaderList[number]> {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  const value = text.slice(colon + 1).trim();
  return { value: [name, value] };
}
