import type { JSX } from 'preact';
import type { RecordingEntry } from '../../../../src/server/api-types.js';
import { durationText, EmptyState, MethodMark, StatusCode } from '../../components/marks.js';
import { distinct, typeName } from '../../state/traffic/exchange-filter.js';
import {
  allEntries,
  filteredEntries,
  recordingChoice,
  recordingFilter,
  setRecordingChoice,
} from '../../state/traffic/recording-choice.js';
import { exchangeAddress, navigate, replaceAddress } from '../../state/route.js';
import { ExchangeList } from '../traffic/exchange-list.js';
import { FilterBar, STATUS_CHOICE, type FilterChoice } from '../traffic/filter-bar.js';
import { ChoiceBar } from './choice-bar.js';

interface EntryListProps {
  /** The id of the shown recording; 0 for none. */
  readonly shown: number;
  readonly chosen: () => void;
  readonly save: () => void;
  readonly askRemove: () => void;
}

const ROW_HEIGHT = 30;

/** Recorded exchanges in order of arrival. */
export function EntryList({ shown, chosen, save, askRemove }: EntryListProps): JSX.Element {
  const entries = filteredEntries.value;
  const filter = recordingFilter.value;
  const choice = recordingChoice.value;
  const show = (id: number, isStep: boolean): void => {
    chosen();
    (isStep ? replaceAddress : navigate)(exchangeAddress('record', id));
  };
  return (
    <section class="pane" aria-label="Recordings">
      <FilterBar
        filter={filter}
        set={(changed) => (recordingFilter.value = changed)}
        placeholder="Text in address, status or type"
        choices={choicesOf(allEntries.value)}
      />
      <ChoiceBar save={save} askRemove={askRemove} />
      {entries.length === 0 ? (
        <EmptyState icon="search" title="No recording matches the filter" />
      ) : (
        <ExchangeList
          key={JSON.stringify(filter)}
          items={entries}
          label="Recorded exchanges"
          rowHeight={ROW_HEIGHT}
          rowClass="request-row"
          shown={shown}
          show={show}
          selection={{ choice, set: setRecordingChoice, remove: askRemove }}
          cells={(entry) => <EntryCells entry={entry} />}
        />
      )}
    </section>
  );
}

function EntryCells({ entry }: { readonly entry: RecordingEntry }): JSX.Element {
  const { method, url, path, contentType, statusCode, duration } = entry;
  return (
    <>
      <MethodMark method={method} />
      <span class="mono ellipsis" title={url}>
        {path}
        {url.includes('?') && <span class="hint">{url.slice(url.indexOf('?'))}</span>}
      </span>
      <span class="spacer" />
      <span class="hint entry-type">{typeName(contentType)}</span>
      <StatusCode code={statusCode} />
      <span class="duration">{durationText(duration)}</span>
    </>
  );
}

function choicesOf(entries: readonly RecordingEntry[]): readonly FilterChoice[] {
  const methods = distinct(entries.map(({ method }) => method));
  const types = distinct(entries.map(({ contentType }) => typeName(contentType)));
  const options = (values: readonly string[]): FilterChoice['options'] =>
    values.map((value) => ({ value, text: value }));
  return [
    { field: 'method', label: 'Method', all: 'Any method', options: options(methods) },
    STATUS_CHOICE,
    { field: 'type', label: 'Type', all: 'Any type', options: options(types) },
  ];
}
