import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RecordingStatus } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { CheckField } from '../../components/text-field.js';
import { TextLines } from '../../components/text-lines.js';
import { downloadRecordings, exportText } from '../../state/recording.js';
import { SaveBar } from '../workspace/save-bar.js';

/** A preview of the exported file, with the path to save it. */
export function ExportPanel({ status }: { readonly status: RecordingStatus }): JSX.Element {
  const chain = useSignal(true);
  const text = useSignal<string | undefined>(undefined);
  const isChained = chain.value;
  useEffect(() => {
    let isGone = false;
    void exportText('http', isChained).then((found) => {
      if (!isGone && found !== undefined) text.value = found;
    });
    return () => {
      isGone = true;
    };
  }, [isChained, status, text]);
  return (
    <div class="export">
      <SaveBar content={text.value} source="recorded" />
      <div class="export-tools">
        <CheckField
          label="Take values from earlier responses (captures)"
          isChecked={chain.value}
          set={(isChecked) => (chain.value = isChecked)}
        />
        <span class="spacer" />
        <button type="button" class="button" onClick={() => void downloadRecordings('har')}>
          <Icon name="download" /> HAR
        </button>
        <button type="button" class="button" onClick={() => void downloadRecordings('json')}>
          <Icon name="download" /> JSON
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
