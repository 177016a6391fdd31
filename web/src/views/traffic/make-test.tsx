import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { TextField } from '../../components/text-field.js';
import { TextLines } from '../../components/text-lines.js';
import { addToFile } from '../../state/queued-addition.js';
import { files } from '../../state/workspace.js';
import { pathProblem, suggestPath, withExtension } from '../workspace/new-path.js';
import { addRequest } from './add-request.js';

interface MakeTestProps {
  /** The request file that holds only this exchange; undefined if it could not be written. */
  readonly text: () => Promise<string | undefined>;
}

/** Writes the exchange as a request with assertions into a file, through its editor. */
export function MakeTest({ text }: MakeTestProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="button" onClick={() => (isOpen.value = true)}>
        <Icon name="plus" /> Make a test of this
      </button>
      {isOpen.value && <MakeTestDialog text={text} close={() => (isOpen.value = false)} />}
    </>
  );
}

const NEW_FILE = '';

function MakeTestDialog({ text, close }: MakeTestProps & { readonly close: () => void }): JSX.Element {
  const taken = files.value.map(({ path }) => path);
  const content = useSignal<string | undefined>(undefined);
  const file = useSignal(taken[0] ?? NEW_FILE);
  const typed = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  useEffect(() => {
    let isGone = false;
    void text().then((found) => {
      if (isGone) return;
      if (found === undefined) close();
      else content.value = found;
    });
    return () => {
      isGone = true;
    };
    // The exchange of a dialog does not change.
  }, []);
  const isNew = file.value === NEW_FILE;
  const written = typed.value ?? suggestPath('traffic', taken);
  const path = isNew ? withExtension(written) : file.value;
  const problem = isNew ? pathProblem(path, taken) : '';
  const exported = content.value;
  const hasRequest = exported !== undefined && /^###/m.test(exported);
  const canAdd = hasRequest && path !== '' && problem === '' && !isBusy.value;
  const add = async (): Promise<void> => {
    if (!canAdd) return;
    isBusy.value = true;
    const isAdded = await addToFile(path, isNew, (before) => addRequest(before, exported));
    isBusy.value = false;
    if (isAdded) close();
  };
  return (
    <Dialog title="Make a test of this" close={close}>
      <form
        class="make-test"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <h2>Make a test of this</h2>
        <div class="make-test-fields">
          <label class="field">
            <span>File</span>
            <select value={file.value} onChange={({ currentTarget }) => (file.value = currentTarget.value)}>
              <option value={NEW_FILE}>A new file</option>
              {taken.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            <small class="hint">The request is added at its end, unsaved; undo removes it.</small>
          </label>
          {isNew && (
            <TextField
              label="Path of the new file"
              hint="Missing folders are created."
              value={written}
              problem={problem}
              set={(value) => (typed.value = value)}
            />
          )}
        </div>
        <div class="make-test-preview">
          {exported === undefined ? (
            <p class="hint padded" role="status">
              Writing…
            </p>
          ) : (
            <TextLines text={exported.trimEnd()} label="The request that is added" />
          )}
        </div>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={!canAdd}>
            Add and open
          </button>
        </div>
      </form>
    </Dialog>
  );
}
