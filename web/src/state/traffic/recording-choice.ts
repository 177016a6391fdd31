/** Which recordings are listed, and which of them are chosen. */
import { computed, signal } from '@preact/signals';
import type { RecordingEntry } from '../../../../src/server/api-types.js';
import { NO_CHOICE, withoutGone, type Choice } from './choose-range.js';
import { filterExchanges, NO_FILTER, type ExchangeFilter } from './exchange-filter.js';
import { recording } from '../recording.js';
import { storedSignal } from '../stored-signal.js';

export const recordingFilter = storedSignal<ExchangeFilter>('record-filter', NO_FILTER);

export const allEntries = computed<readonly RecordingEntry[]>(() =>
  recording.value?.running ? recording.value.recordings : [],
);

export const filteredEntries = computed<readonly RecordingEntry[]>(() =>
  filterExchanges(allEntries.value, recordingFilter.value, (entry) => ({
    method: entry.method,
    words: `${entry.method} ${entry.url} ${entry.statusCode} ${entry.contentType}`,
    status: entry.statusCode,
    contentType: entry.contentType,
    route: '',
  })),
);

const chosen = signal<Choice>(NO_CHOICE);

/** Recordings that were deleted are not chosen any more. */
export const recordingChoice = computed<Choice>(() =>
  withoutGone(
    chosen.value,
    allEntries.value.map(({ id }) => id),
  ),
);

export function setRecordingChoice(choice: Choice): void {
  chosen.value = choice;
}
