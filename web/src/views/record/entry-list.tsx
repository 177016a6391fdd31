import type { JSX } from 'preact';
import type { RecordingEntry } from '../../../../src/server/api-types.js';
import { durationText, MethodMark, StatusCode } from '../../components/marks.js';
import { VirtualList } from '../../components/virtual-list.js';
import { showEntry, shownEntry } from '../../state/recording.js';

interface EntryListProps {
  readonly entries: readonly RecordingEntry[];
  readonly chosen: () => void;
}

const ROW_HEIGHT = 30;

/** Recorded exchanges in order of arrival; arrow keys move through them. */
export function EntryList({ entries, chosen }: EntryListProps): JSX.Element {
  const at = entries.findIndex(({ id }) => id === shownEntry.value?.id);
  const choose = (index: number): void => {
    const entry = entries[index];
    if (entry === undefined) return;
    chosen();
    void showEntry(entry.id);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(Math.min(entries.length - 1, Math.max(0, at + step)));
  };
  return (
    <VirtualList
      class="entry-list"
      count={entries.length}
      rowHeight={ROW_HEIGHT}
      shown={at}
      attributes={{
        role: 'listbox',
        'aria-label': 'Recorded exchanges',
        ...(at >= 0 && { 'aria-activedescendant': `entry-${entries[at]?.id}` }),
        onKeyDown: press,
      }}
      row={(index) => {
        const entry = entries[index];
        return (
          entry !== undefined && (
            <div
              key={entry.id}
              id={`entry-${entry.id}`}
              class="request-row"
              role="option"
              aria-selected={index === at}
              onClick={() => choose(index)}
            >
              <MethodMark method={entry.method} />
              <span class="mono ellipsis" title={entry.url}>
                {entry.path}
              </span>
              <span class="spacer" />
              <StatusCode code={entry.statusCode} />
              <span class="duration">{durationText(entry.duration)}</span>
            </div>
          )
        );
      }}
    />
  );
}
