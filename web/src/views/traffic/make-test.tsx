import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { TextField } from '../../components/text-field.js';
import { TextLines } from '../../components/text-lines.js';
import { addToFile, textOf } from '../../state/queued-addition.js';
import { files } from '../../state/workspace.js';
import { pathProblem, suggestPath, withExtension } from '../workspace/new-path.js';
import { addRequest } from './add-request.js';

/** The file chosen last, because several exchanges usually go to one file. */
const lastFile = signal<string | undefined>(undefined);

interface MakeTestProps {
  /** The file to begin with; a new one if left out. */
  readonly preferred?: string | undefined;
  /** The request file that holds only this exchange; undefined if it could not be written. */
  readonly text: () => Promise<string | undefined>;
}

/** Writes the exchange as a request with assertions into a file, through its editor. */
export function MakeTest({ text, preferred }: MakeTestProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="button" onClick={() => (isOpen.value = true)}>
        <Icon name="plus" /> Make a test of this
      </button>
      {isOpen.value && (
        <MakeTestDialog text={text} preferred={preferred} close={() => (isOpen.value = false)} />
      )}
    </>
  );
}

const NEW_FILE = '';

interface MakeTestDialogProps extends MakeTestProps {
  readonly close: () => void;
}

function MakeTestDialog({ text, preferred, close }: MakeTestDialogProps): JSX.Element {
  const taken = files.value.map(({ path }) => path);
  const content = useSignal<string | undefined>(undefined);
  const file = useSignal(firstFile(taken, preferred));
  const before = useSignal('');
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
  const chosenFile = file.value;
  useEffect(() => {
    let isGone = false;
    before.value = '';
    if (chosenFile !== NEW_FILE)
      void textOf(chosenFile).then((found) => {
        if (!isGone) before.value = found;
      });
    return () => {
      isGone = true;
    };
  }, [chosenFile, before]);
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
    const isAdded = await addToFile(path, isNew, (found) => addRequest(found, exported));
    isBusy.value = false;
    if (!isAdded) return;
    lastFile.value = path;
    close();
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
            <TextLines text={addedPart(before.value, exported)} label="The request that is added" />
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

function firstFile(taken: readonly string[], preferred: string | undefined): string {
  return [preferred, lastFile.peek()].find((each) => each !== undefined && taken.includes(each)) ?? NEW_FILE;
}

/** What would be new in the file. */
function addedPart(before: string, exported: string): string {
  if (before === '') return exported.trimEnd();
  const { text, line } = addRequest(before, exported);
  return text
    .split(/\r?\n/)
    .slice(line - 1)
    .join('\n')
    .trimEnd();
}
