import type { HeaderList } from '../../http/message/message.js';
import { FORMATS } from '../../web-fetch/render-response.js';
import { flagGroup, repeatableFlag, switchFlag, type FlagValue } from '../flags/flag.js';
import { CLIENT_FLAGS, CONNECTION_FLAGS, RUN_FLAGS, SIGN_IN_FLAGS } from '../flags/run-flags.js';
import { numberFlag, parsedFlag, textFlag, uncheckedFlag, wordFlag } from '../flags/value-flags.js';

export const FETCH_FLAGS = {
  ...flagGroup('Request (URL only)', {
    request: parsedFlag(
      'method',
      { short: 'X', value: 'method', shownDefault: 'GET, with -d POST' },
      readMethod,
    ),
    header: repeatableFlag('a header', { short: 'H', value: 'name: value' }, readHeader),
    data: uncheckedFlag('body; @file reads a file, @- reads standard input', { short: 'd', value: 'text' }),
  }),
  ...flagGroup('Saved request (file only)', {
    name: textFlag('name of the request', { short: 'n', value: 'name', complete: 'request-names' }),
    index: numberFlag('position of the request, from 1', { type: 'integer', minimum: 1 }),
    env: RUN_FLAGS.env,
    'env-file': RUN_FLAGS['env-file'],
    config: RUN_FLAGS.config,
    'allow-secret-commands': RUN_FLAGS['allow-secret-commands'],
  }),
  ...flagGroup('Output', {
    format: wordFlag('raw bytes, text, markdown, or a json envelope', FORMATS, {
      value: 'format',
      shownDefault: 'raw',
    }),
    'output-file': textFlag('file to write, readable only by you', {
      short: 'o',
      value: 'path',
      shownDefault: 'standard output',
    }),
    force: switchFlag('replace an existing output file'),
    fail: switchFlag('exit with code 1 for a status of 400 or more', { short: 'f' }),
  }),
  ...flagGroup('Limits', {
    timeout: { ...RUN_FLAGS.timeout, meaning: 'time limit for the whole request' },
    'connect-timeout': RUN_FLAGS['connect-timeout'],
    'max-body-bytes': CLIENT_FLAGS['max-body-bytes'],
    'max-redirects': CLIENT_FLAGS['max-redirects'],
    'no-follow': CLIENT_FLAGS['no-follow'],
  }),
  'oauth-port': { ...SIGN_IN_FLAGS['oauth-port'], group: 'HTTP client' },
  ...CONNECTION_FLAGS,
  http: CLIENT_FLAGS.http,
} as const;

function readMethod(text: string): FlagValue<string> {
  return /^[A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]{0,31}$/.test(text)
    ? { value: text.toUpperCase() }
    : { problem: 'use a method such as PUT' };
}

/** Messages do not contain the value, which may be a credential. */
function readHeader(text: string): FlagValue<HeaderList[number]> {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  const value = text.slice(colon + 1).trim();
  return { value: [name, value] };
}
