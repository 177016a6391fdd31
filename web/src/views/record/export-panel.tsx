import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RecordingStatus } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { CheckField } from '../../components/text-field.js';
import { TextLines } from '../../components/text-lines.js';
import { downloadRecordings, exportText } from '../../state/recording.js';
import { recordingChoice } from '../../state/traffic/recording-choice.js';
import { SaveBar } from '../workspace/save-bar.js';

interface ExportPanelProps {
  readonly status: RecordingStatus;
  readonly saved?: () => void;
}

/** A preview of the exported file, with the path to save it; of the chosen recordings, if any are chosen. */
export function ExportPanel({ status, saved }: ExportPanelProps): JSX.Element {
  const chain = useSignal(true);
  const text = useSignal<string | undefined>(undefined);
  const { chosen } = recordingChoice.value;
  const ids = chosen.size === 0 ? undefined : chosen;
  const isChained = chain.value;
  useEffect(() => {
    let isGone = false;
    void exportText('http', isChained, ids).then((found) => {
      if (!isGone && found !== undefined) text.value = found;
    });
    return () => {
      isGone = true;
    };
  }, [isChained, status, ids, text]);
  return (
    <div class="export">
      <p class="hint export-scope" role="status">
        {ids === undefined
          ? `All ${status.count} recordings; choose some in the list to save only those.`
          : `${chosen.size} chosen of ${status.count} recordings.`}
      </p>
      <SaveBar content={text.value} source="recorded" {...(saved && { saved })} />
      <div class="export-tools">
        <CheckField
          label="Take values from earlier responses (captures)"
          isChecked={chain.value}
          set={(isChecked) => (chain.value = isChecked)}
        />
        <span class="spacer" />
        <button type="button" class="button" onClick={() => void downloadRecordings('har', ids)}>
          <Icon name="download" /> HAR file
        </button>
        <button type="button" class="button" onClick={() => void downloadRecordings('json', ids)}>
          <Icon name="download" /> JSON file
        </button>
        <CopyButton text={() => text.peek() ?? ''} label="Copy the text" />
      </div>
      {text.value === undefined ? (
        <p class="hint padded" role="status">
          Writing…
        </p>
      ) : (
        <TextLines text={text.value} label="The request file that would be saved" />
      )}
    </div>
  );
}
