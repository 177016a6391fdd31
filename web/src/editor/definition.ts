/** Goes to where a name is defined in the file: from the cursor by F12, or by a click with Ctrl or Cmd. */
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { definitionIn } from '../language/language.js';
import { offsetOf, placeAt } from './text-place.js';

export function goesToDefinitions(path: string): Extension {
  return [
    keymap.of([
      {
        key: 'F12',
        run: (view) => {
          void goToDefinition(view, path, view.state.selection.main.head);
          return true;
        },
      },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
        const offset = view.posAtCoords(event);
        if (offset === null) return false;
        // The click itself puts the cursor on the name.
        void goToDefinition(view, path, offset);
        return false;
      },
    }),
  ];
}

async function goToDefinition(view: EditorView, path: string, offset: number): Promise<void> {
  const { doc } = view.state;
  const span = await definitionIn(path, view.state.sliceDoc(), placeAt(view.state, offset));
  // What was typed meanwhile is more than what was asked before.
  if (view.state.doc !== doc) return;
  if (span === undefined) {
    const effects = EditorView.announce.of('This file has no definition of a name here.');
    return view.dispatch({ effects });
  }
  const anchor = offsetOf(doc, span);
  view.dispatch({
    selection: { anchor, head: offsetOf(doc, { line: span.line, column: span.endColumn }) },
    effects: EditorView.scrollIntoView(anchor, { y: 'nearest', yMargin: 50 }),
    userEvent: 'select',
  });
}
