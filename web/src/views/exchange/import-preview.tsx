import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ImportedRequests } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { TextField } from '../../components/text-field.js';
import { TextLines } from '../../components/text-lines.js';
import { create } from '../../state/documents.js';
import { forgetImport } from '../../state/imports.js';
import { files } from '../../state/workspace.js';
import { freePath, fullPath, pathProblem } from '../workspace/new-path.js';

interface ImportPreviewProps {
  readonly result: ImportedRequests;
  /** Name of what it was made of, for a name of what it becomes. */
  readonly source: string;
  readonly isBusy: boolean;
}

export function ImportPreview({ result, source, isBusy }: ImportPreviewProps): JSX.Element {
  const { content, requestCount, warnings } = result;
  return (
    <>
      <SaveBar key={source} content={content} source={source} isBusy={isBusy} />
      <Losses warnings={warnings} />
      <div class="preview-head">
        <h2>{requestCount === 1 ? '1 request' : `${requestCount} requests`}</h2>
        <span class="spacer" />
        <CopyButton text={() => content} label="Copy the text" />
      </div>
      <TextLines text={content} label="The request file that is made" />
    </>
  );
}

interface SaveBarProps {
  readonly content: string;
  readonly source: string;
  readonly isBusy: boolean;
}

function SaveBar({ content, source, isBusy }: SaveBarProps): JSX.Element {
  const taken = files.value.map(({ path }) => path);
  const typed = useSignal<string | undefined>(undefined);
  const isSaving = useSignal(false);
  const text = typed.value ?? freePath(source, taken);
  const path = fullPath(text);
  const problem = pathProblem(path, taken);
  const save = async (): Promise<void> => {
    if (problem !== '' || path === '') return;
    isSaving.value = true;
    const made = await create(path, content);
    isSaving.value = false;
    if (made !== undefined) forgetImport();
  };
  return (
    <form
      class="save-bar"
      aria-label="Save"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label="Save in the workspace as"
        value={text}
        problem={problem}
        set={(value) => (typed.value = value)}
      />
      <button
        type="submit"
        class="button primary"
        disabled={problem !== '' || path === '' || isBusy || isSaving.value}
      >
        Save and open
      </button>
    </form>
  );
}

function Losses({ warnings }: { readonly warnings: readonly string[] }): JSX.Element {
  if (warnings.length === 0) return <p class="losses-none">Everything was carried over.</p>;
  return (
    <details class="losses" open>
      <summary>
        {warnings.length === 1
          ? '1 thing needs your attention'
          : `${warnings.length} things need your attention`}
      </summary>
      <ul>
        {warnings.map((warning, index) => (
          <li key={index}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}
