import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RecordingStatus } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { CheckField, TextField } from '../../components/text-field.js';
import { TextLines } from '../../components/text-lines.js';
import { create } from '../../state/documents.js';
import { downloadRecordings, exportText } from '../../state/recording.js';
import { files } from '../../state/workspace.js';

/** What would be saved, and where to. */
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
      <SaveForm text={text.value} />
      <div class="export-tools">
        <CheckField
          label="Take values from earlier answers (captures)"
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

function SaveForm({ text }: { readonly text: string | undefined }): JSX.Element {
  const name = useSignal('recorded.http');
  const path = name.value.trim();
  const problem = pathProblem(path);
  return (
    <form
      class="save-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === '' && text !== undefined) void create(path, text);
      }}
    >
      <TextField
        label="New file in the workspace"
        hint="Folders on the way are made."
        value={name.value}
        problem={problem}
        set={(value) => (name.value = value)}
      />
      <button type="submit" class="button primary" disabled={problem !== '' || text === undefined}>
        <Icon name="save" /> Save and open
      </button>
    </form>
  );
}

function pathProblem(path: string): string {
  if (!/[^/]\.(?:http|spec)$/i.test(path)) return 'A request file ends in .http or .spec.';
  return files.value.some((file) => file.path === path) ? 'There is a file of this name already.' : '';
}
