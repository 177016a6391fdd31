import { LOG_FORMATS } from '../../operations/settings/log.js';
import { MAX_WORKER_THREADS } from '../../queue/settings/limits.js';
import { flagGroup, readCommaList, switchFlag, type FlagValue } from './flag.js';
import { labelsFlag, QUEUE_FLAGS } from './queue-flags.js';
import { durationFlag, numberFlag, parsedFlag, wordFlag } from './value-flags.js';

export const WORKER_FLAGS = {
  ...QUEUE_FLAGS,
  ...flagGroup('Worker', {
    name: parsedFlag(
      'name that others see; one that is taken gets a number',
      { environment: 'SVC_WORKER_NAME', value: 'name', shownDefault: 'host name and process id' },
      (text): FlagValue<string> =>
        /^[A-Za-z0-9_.-]{1,64}$/.test(text)
          ? { value: text }
          : { problem: 'use 1 to 64 letters, digits, _, - and .' },
    ),
    threads: numberFlag(
      'load threads, or units at once',
      { type: 'integer', minimum: 1, maximum: MAX_WORKER_THREADS },
      { shownDefault: 'cores − 1, at least 1' },
    ),
    labels: labelsFlag('comma list of words that runs can ask for', { environment: 'SVC_WORKER_LABELS' }),
    'allow-hosts': parsedFlag(
      'comma list of hosts, host:port, *.domain, addresses or CIDR; the worker connects to nothing else',
      { environment: 'SVC_WORKER_ALLOW_HOSTS', value: 'hosts', shownDefault: 'any' },
      readHosts,
    ),
    once: switchFlag('end after one run'),
    'idle-exit': durationFlag('end after so long without a run', { zero: false, shownDefault: 'never' }),
    'new-key': switchFlag('print a new key and end'),
  }),
  ...flagGroup('Log', {
    'log-format': wordFlag('format of the log on standard error', LOG_FORMATS, {
      value: 'format',
      shownDefault: 'text',
    }),
  }),
} as const;

const HOST = /^(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?(?::\d{1,5})?$/;
const ADDRESS =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?|\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]?(?:\/\d{1,3}|:\d{1,5})?)$/;

function readHosts(text: string): FlagValue<readonly string[]> {
  const list = readCommaList(text);
  if ('problem' in list) return list;
  const wrong = list.value.find((host) => !HOST.test(host) && !ADDRESS.test(host));
  return wrong === undefined
    ? list
    : { problem: 'each is a host, host:port, *.domain, an address or a CIDR such as 10.0.0.0/8' };
}
