import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { create, rename } from '../../state/documents.js';
import { activeEnvironment, activeVariables } from '../../state/environments.js';
import { files } from '../../state/workspace.js';
import { firstRequest } from './first-request.js';
import { withExtension, pathProblem } from './new-path.js';

export function NewFileDialog({ close }: { readonly close: () => void }): JSX.Element {
  return (
    <PathDialog
      title="New request file"
      action="Create"
      initial=""
      close={close}
      submit={(path) => void create(path, firstRequest(activeEnvironment.peek(), activeVariables.peek()))}
    />
  );
}

export function RenameDialog({
  path,
  close,
}: {
  readonly path: string;
  readonly close: () => void;
}): JSX.Element {
  return (
    <PathDialog
      title={`Rename ${path}`}
      action="Rename"
      initial={path}
      close={close}
      submit={(newPath) => void rename(path, newPath)}
    />
  );
}

interface PathDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: string;
  readonly close: () => void;
  readonly submit: (path: string) => void;
}

function PathDialog({ title, action, initial, close, submit }: PathDialogProps): JSX.Element {
  const [text, setText] = useState(initial);
  const path = withExtension(text);
  const taken = files.value.map((file) => file.path);
  const problem = path === initial ? '' : pathProblem(path, taken);
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (problem !== '' || text.trim() === '') return;
          close();
          submit(path);
        }}
      >
        <h2>{title}</h2>
        <label class="field">
          <span>Path in the workspace</span>
          <input
            autoFocus
            required
            spellcheck={false}
            placeholder="shop/orders.http"
            value={text}
            aria-invalid={problem !== ''}
            aria-describedby="path-problem"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <small id="path-problem" class={problem === '' ? 'hint' : 'field-problem'}>
            {problem === '' ? 'Missing folders are created. Ends in .http or .spec.' : problem}
          </small>
        </label>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={problem !== ''}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
