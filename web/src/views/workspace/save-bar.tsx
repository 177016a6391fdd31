import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { TextField } from '../../components/text-field.js';
import { create } from '../../state/documents.js';
import { files } from '../../state/workspace.js';
import { suggestPath, withExtension, pathProblem } from './new-path.js';

interface SaveBarProps {
  /** Undefined until it is loaded. */
  readonly content: string | undefined;
  /** The name of the source, from which the name of the file is derived. */
  readonly source: string;
  /** The text of the button. */
  readonly action?: string;
  readonly saved?: () => void;
}

/** Creates a new file from a text and opens it. */
export function SaveBar({ content, source, action = 'Save and open', saved }: SaveBarProps): JSX.Element {
  const taken = files.value.map(({ path }) => path);
  const typed = useSignal<string | undefined>(undefined);
  const isSaving = useSignal(false);
  const text = typed.value ?? suggestPath(source, taken);
  const path = withExtension(text);
  const problem = pathProblem(path, taken);
  const canSave = problem === '' && path !== '' && content !== undefined && !isSaving.value;
  const save = async (): Promise<void> => {
    if (!canSave) return;
    isSaving.value = true;
    const made = await create(path, content);
    isSaving.value = false;
    if (made !== undefined) saved?.();
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
        hint="Missing folders are created."
        value={text}
        problem={problem}
        set={(value) => (typed.value = value)}
      />
      <button type="submit" class="button primary" disabled={!canSave}>
        <Icon name="save" /> {action}
      </button>
    </form>
  );
}
