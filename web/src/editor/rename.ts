/** Changes the name at the cursor wherever the file uses it; asked for by F2. */
import type { Extension } from '@codemirror/state';
import { keymap, showDialog, type EditorView } from '@codemirror/view';
import { renameIn, startRenameIn } from '../language/language.js';
import { offsetOf, placeAt } from './text-place.js';

export function renamesNames(path: string, onProblem: (text: string) => void): Extension {
  return keymap.of([
    {
      key: 'F2',
      run: (view) => {
        void rename(view, path, onProblem);
        return true;
      },
    },
  ]);
}

async function rename(view: EditorView, path: string, onProblem: (text: string) => void): Promise<void> {
  const { state } = view;
  const place = placeAt(state, state.selection.main.head);
  const text = state.sliceDoc();
  const { name, refusal = 'there is no name at the cursor' } = await startRenameIn(path, text, place);
  if (name === undefined) return onProblem(`Not renamed: ${refusal}.`);
  const { result, close } = showDialog(view, {
    label: `New name of ${name} in this file`,
    input: { name: 'name', type: 'text', value: name, spellcheck: 'false', autocomplete: 'off' },
    submitLabel: 'Rename',
    focus: true,
  });
  const form = await result;
  const newName = form === null ? null : new FormData(form).get('name');
  view.focus();
  if (typeof newName !== 'string' || newName.trim() === '') return;
  const renamed = await renameIn(path, text, place, newName);
  if (renamed.refusal !== undefined) return onProblem(`Not renamed: ${renamed.refusal}.`);
  const { doc } = view.state;
  if (doc !== state.doc) return onProblem('Not renamed: the text was changed meanwhile.');
  view.dispatch({
    effects: close,
    changes: renamed.edits.map((edit) => ({
      from: offsetOf(doc, edit),
      to: offsetOf(doc, { line: edit.endLine, column: edit.endColumn }),
      insert: edit.text,
    })),
    userEvent: 'input.rename',
  });
}
