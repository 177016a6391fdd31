import { LABEL_PATTERN, MAX_LABELS } from '../../primitives/shapes/worker-choice.js';
import { QUEUE_NAME_PATTERN, QUEUE_NAME_RULE } from '../../queue/settings/queue-settings.js';
import { flagGroup, readCommaList, type Flag, type FlagValue, type ValueTraits } from './flag.js';
import { parsedFlag, textFlag, uncheckedFlag } from './value-flags.js';

/** Where workers are; the key itself is no flag, since other users can see command lines. */
export const QUEUE_FLAGS = flagGroup('Queue', {
  queue: uncheckedFlag(
    'address of the queue, redis:// or rediss://; prefer the variable when it has a password, since other users can see command lines',
    { environment: 'SVC_QUEUE', value: 'url' },
  ),
  'queue-name': parsedFlag(
    'name of the queue; teams on one Redis take different ones',
    { environment: 'SVC_QUEUE_NAME', value: 'name', shownDefault: 'svc' },
    (text): FlagValue<string> =>
      QUEUE_NAME.test(text) ? { value: text } : { problem: `use ${QUEUE_NAME_RULE}` },
  ),
  'key-file': textFlag('file whose first line is the key; else SVC_WORKER_KEY has it', {
    environment: 'SVC_WORKER_KEY_FILE',
    value: 'path',
  }),
});

const QUEUE_NAME = new RegExp(`^${QUEUE_NAME_PATTERN}$`);
const LABEL = new RegExp(LABEL_PATTERN);

export function labelsFlag(
  meaning: string,
  traits: Omit<ValueTraits, 'value'> = {},
): Flag<readonly string[]> {
  return { ...traits, value: 'labels', meaning, initial: [], read: readLabels };
}

function readLabels(text: string): FlagValue<readonly string[]> {
  const list = readCommaList(text);
  if ('problem' in list) return list;
  if (list.value.length > MAX_LABELS) return { problem: `at most ${MAX_LABELS} are possible` };
  const isValid = list.value.every((label) => LABEL.test(label));
  return isValid ? list : { problem: 'each has 1 to 32 of a-z, 0-9, - and .' };
}
