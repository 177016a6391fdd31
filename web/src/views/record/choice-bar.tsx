import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { Icon } from '../../components/icon.js';
import { chooseAll, NO_CHOICE } from '../../state/traffic/choose-range.js';
import { downloadRecordings } from '../../state/recording.js';
import {
  allEntries,
  filteredEntries,
  recordingChoice,
  setRecordingChoice,
} from '../../state/traffic/recording-choice.js';

interface ChoiceBarProps {
  readonly save: () => void;
  readonly askRemove: () => void;
}

/** How many recordings are listed and chosen, and what can be done with the chosen ones. */
export function ChoiceBar({ save, askRemove }: ChoiceBarProps): JSX.Element {
  const { chosen } = recordingChoice.value;
  const listed = filteredEntries.value;
  const all = allEntries.value.length;
  const isAllChosen = listed.length > 0 && listed.every(({ id }) => chosen.has(id));
  return (
    <div class="choice-bar">
      <input
        type="checkbox"
        aria-label="Choose all that are listed"
        title="Choose all that are listed"
        checked={isAllChosen}
        indeterminate={chosen.size > 0 && !isAllChosen}
        disabled={listed.length === 0}
        onChange={() => setRecordingChoice(isAllChosen ? NO_CHOICE : chooseAll(listed.map(({ id }) => id)))}
      />
      <span class="hint" role="status">
        {chosen.size > 0
          ? `${chosen.size} of ${all} chosen`
          : listed.length < all
            ? `${listed.length} of ${all}`
            : formatCount(all, 'exchange')}
      </span>
      {chosen.size > 0 && (
        <>
          <span class="spacer" />
          <button type="button" class="button" onClick={save}>
            <Icon name="save" /> Save
          </button>
          <button type="button" class="button" onClick={() => void downloadRecordings('har', chosen)}>
            HAR
          </button>
          <button type="button" class="button" onClick={() => void downloadRecordings('json', chosen)}>
            JSON
          </button>
          <button type="button" class="button" onClick={askRemove}>
            <Icon name="trash" /> Delete
          </button>
        </>
      )}
    </div>
  );
}
