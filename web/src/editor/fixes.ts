/** Offers what can be changed about a finding, as buttons below its message. */
import type { Diagnostic as Mark } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { repositionTooltips, type EditorView } from '@codemirror/view';
import type { Fix } from '../../../src/authoring/fixes/fixes.js';
import { fixesOf } from '../language/language.js';
import { findingOf } from './finding-marks.js';
import { offsetOf } from './text-place.js';

/** The buttons come when the language has tried what helps; the first one may take the focus then. */
export function fixButtons(view: EditorView, mark: Mark, takesFocus: boolean): HTMLElement {
  const { doc } = view.state;
  const box = document.createElement('div');
  box.className = 'cm-fixes';
  box.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') view.focus();
  });
  void fixesOf('edited.http', view.state.sliceDoc(), findingOf(mark, doc)).then((fixes) => {
    if (view.state.doc !== doc || fixes.length === 0) return;
    box.append(...fixes.map((fix) => fixButton(view, doc, fix)));
    repositionTooltips(view);
    if (takesFocus) box.querySelector('button')?.focus();
  });
  return box;
}

function fixButton(view: EditorView, doc: Text, { title, edits }: Fix): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-fix';
  button.textContent = title;
  button.addEventListener('click', () => {
    if (view.state.doc === doc) {
      const changes = edits.map((edit) => ({
        from: offsetOf(doc, edit),
        to: offsetOf(doc, { line: edit.endLine, column: edit.endColumn }),
        insert: edit.text,
      }));
      view.dispatch({ changes, userEvent: 'input.fix', scrollIntoView: true });
    }
    view.focus();
  });
  return button;
}
