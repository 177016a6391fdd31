import { signal, useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { TextField } from '../../components/text-field.js';
import { TextLines } from '../../components/text-lines.js';
import { addToFile, textOf } from '../../state/editing/add-to-file.js';
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
  const exported = useLoaded<string | undefined>(
    undefined,
    async () => {
      const found = await text();
      if (found === undefined) close();
      return found;
    },
    '',
  );
  const file = useSignal(firstFile(taken, preferred));
  const before = useLoaded('', () => (file.peek() === NEW_FILE ? '' : textOf(file.peek())), file.value);
  const typed = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const isNew = file.value === NEW_FILE;
  const written = typed.value ?? suggestPath('traffic', taken);
  const path = isNew ? withExtension(written) : file.value;
  const problem = isNew ? pathProblem(path, taken) : '';
  const canAdd =
    exported !== undefined && /^###/m.test(exported) && path !== '' && problem === '' && !isBusy.value;
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
          <FileField file={file} taken={taken} />
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
        <AddedPreview before={before} exported={exported} />
        <DialogActions close={close} canAdd={canAdd} />
      </form>
    </Dialog>
  );
}

/** Loads again when the key changes; what arrives late is ignored. */
function useLoaded<Value>(initial: Value, load: () => Promise<Value> | Value, key: string): Value {
  const loaded = useSignal(initial);
  useEffect(() => {
    let isGone = false;
    void Promise.resolve(load()).then((found) => {
      if (!isGone) loaded.value = found;
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  return loaded.value;
}

interface FileFieldProps {
  readonly file: Signal<string>;
  readonly taken: readonly string[];
}

function FileField({ file, taken }: FileFieldProps): JSX.Element {
  return (
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
  );
}

interface AddedPreviewProps {
  readonly before: string;
  /** Undefined until it is loaded. */
  readonly exported: string | undefined;
}

function AddedPreview({ before, exported }: AddedPreviewProps): JSX.Element {
  return (
    <div class="make-test-preview">
      {exported === undefined ? (
        <p class="hint padded" role="status">
          Writing…
        </p>
      ) : (
        <TextLines text={addedPart(before, exported)} label="The request that is added" />
      )}
    </div>
  );
}

function DialogActions({
  close,
  canAdd,
}: {
  readonly close: () => void;
  readonly canAdd: boolean;
}): JSX.Element {
  return (
    <div class="dialog-actions">
      <button type="button" class="button" onClick={close}>
        Cancel
      </button>
      <button type="submit" class="button primary" disabled={!canAdd}>
        Add and open
      </button>
    </div>
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
