/** Keys and typing: Tab accepts a completion and indents only free text, because blanks elsewhere change the meaning. */
import {
  acceptCompletion,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
  currentCompletions,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, keymap, type Command, type KeyBinding } from '@codemirror/view';
import { mayIndent } from '../../../src/request-file/text/line-region.js';
import { regionOf } from './region.js';

export interface EditorCommands {
  readonly save: () => void;
  readonly format: () => void;
  readonly runAtCursor: () => void;
  readonly runAll: () => void;
  readonly toggleFindings: () => void;
}

/** Ours come before those of the library, because some are the same. */
export function editorKeys(commands: EditorCommands): Extension {
  const command = (key: string, work: () => void): KeyBinding => ({
    key,
    run: () => {
      work();
      return true;
    },
  });
  return [
    keymap.of([
      command('Mod-s', commands.save),
      command('Mod-Enter', commands.runAtCursor),
      command('Mod-Shift-Enter', commands.runAll),
      command('Shift-Alt-f', commands.format),
      command('Mod-Shift-m', commands.toggleFindings),
      { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
      { key: 'Tab', run: completeOrIndent, shift: indentLess },
      { key: 'Mod-]', run: indentFreeText },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
    ]),
    EditorView.inputHandler.of(moveDelimiterToMargin),
    EditorView.domEventHandlers({ beforeinput: replaceSelectionByTyping }),
  ];
}

const completeOrIndent: Command = (view) => {
  if (acceptCompletion(view)) return true;
  if (currentCompletions(view.state).length > 0) {
    acceptSoon(view);
    return true;
  }
  const { main } = view.state.selection;
  if (!canIndent(view.state)) return startCompletion(view);
  if (!main.empty) return indentMore(view);
  view.dispatch(view.state.replaceSelection('  '), { userEvent: 'input', scrollIntoView: true });
  return true;
};

/**
 * A list takes no key in its first moments and while it is made anew, since the key may have been meant for the text;
 * Tab is meant for the list.
 */
function acceptSoon(view: EditorView): void {
  const { doc } = view.state;
  let attempts = 0;
  const accept = (): void => {
    const isSame = view.state.doc === doc && completionStatus(view.state) !== null;
    if (!isSame || acceptCompletion(view) || ++attempts >= MAX_ATTEMPTS) return;
    setTimeout(accept, ATTEMPT_DELAY_MS);
  };
  setTimeout(accept, ATTEMPT_DELAY_MS);
}

const ATTEMPT_DELAY_MS = 30;
const MAX_ATTEMPTS = 30;

const indentFreeText: Command = (view) => (canIndent(view.state) ? indentMore(view) : true);

/** Whether every selected line is free text. */
function canIndent(state: EditorState): boolean {
  return state.selection.ranges.every(({ from, to }) => {
    const last = state.doc.lineAt(to).number;
    for (let number = state.doc.lineAt(from).number; number <= last; number++) {
      if (!mayIndent(state.doc.line(number).text, regionOf(state, number))) return false;
    }
    return true;
  });
}

/** A block or a request that is begun below an indented line starts in column 1, where it counts. */
function moveDelimiterToMargin(view: EditorView, from: number, to: number, text: string): boolean {
  const line = view.state.doc.lineAt(from);
  const mark = /^[ \t]+(###|>>>|<<<)$/.exec(view.state.sliceDoc(line.from, from) + text)?.[1];
  if (mark === undefined || to !== line.to) return false;
  view.dispatch({
    changes: { from: line.from, to, insert: mark },
    selection: { anchor: line.from + mark.length },
    userEvent: 'input.type',
  });
  return true;
}

/**
 * Left to the browser, typing over a selection makes Chromium wrap what remains in elements with style attributes,
 * which the content security policy refuses.
 */
function replaceSelectionByTyping(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event;
  const { main } = view.state.selection;
  if (inputType !== 'insertText' || data === null || main.empty || view.composing || view.state.readOnly)
    return false;
  const replaced = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, main.from, main.to, data, replaced))) view.dispatch(replaced());
  return true;
}
