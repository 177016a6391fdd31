/**
 * The editor of request files. It lives in a shadow tree: there CodeMirror keeps its styles in a constructed
 * sheet, which the policy of server.md 1.5 allows, while style elements would be refused.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintKeymap, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Diagnostic } from '../../../src/request-file/diagnostic.js';
import { checkText, formatText } from '../language/language.js';
import type { Outline } from '../language/messages.js';
import { completeWith } from './completion.js';
import { requestFileLanguage } from './highlight.js';
import { hoverValues, type KnownValue } from './hover-value.js';
import { runGutter, setRunLines } from './run-gutter.js';
import { editorTheme } from './theme.js';

export interface EditorOptions {
  readonly path: string;
  readonly text: string;
  readonly changed: (text: string) => void;
  readonly outlined: (outline: Outline) => void;
  readonly variables: () => Readonly<Record<string, unknown>>;
  readonly lookUp: (name: string, outline: Outline) => KnownValue | undefined;
  readonly save: () => void;
  /** Without a name the whole file. */
  readonly run: (requestName?: string) => void;
  readonly problem: (text: string) => void;
}

export interface CodeEditor {
  /** Replaces the text and keeps the cursor where it can. */
  readonly replace: (text: string) => void;
  readonly format: () => Promise<void>;
  readonly runAtCursor: () => void;
  readonly goToLine: (line: number) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

const NOTHING: Outline = { requests: [], variables: [], diagnostics: [] };
const CHECK_AFTER = 150;

export function createEditor(host: HTMLElement, options: EditorOptions): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let outline = NOTHING;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;

  const check = async (): Promise<void> => {
    const { doc } = view.state;
    const found = await checkText(options.path, doc.toString());
    // A newer text is being checked already.
    if (isGone || view.state.doc !== doc) return;
    outline = found;
    view.dispatch(
      setDiagnostics(
        view.state,
        found.diagnostics.map((each) => markOf(each, doc)),
      ),
    );
    view.dispatch({
      effects: setRunLines.of(found.requests.map(({ name, requestLine }) => [requestLine, name])),
    });
    options.outlined(found);
  };
  const replace = (text: string): void => {
    const { doc, selection } = view.state;
    if (doc.toString() === text) return;
    const head = Math.min(selection.main.head, text.length);
    view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, selection: { anchor: head } });
  };
  const format = async (): Promise<void> => {
    const before = view.state.doc;
    const { text, problem } = await formatText(options.path, before.toString());
    if (problem !== undefined) options.problem(problem);
    else if (text !== undefined && view.state.doc === before) replace(text);
  };
  const runAtCursor = (): void => {
    const line = view.state.doc.lineAt(view.state.selection.main.head).number;
    options.run((outline.requests.findLast((request) => request.line <= line) ?? outline.requests[0])?.name);
  };

  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        keymap.of(commandKeys({ save: options.save, format, runAtCursor, runAll: () => options.run() })),
        basics,
        autocompletion({
          override: [completeWith({ outline: () => outline, variables: options.variables })],
        }),
        hoverValues((name) => options.lookUp(name, outline)),
        runGutter((name) => options.run(name)),
        EditorView.contentAttributes.of({ 'aria-label': `Text of ${options.path}` }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          options.changed(update.state.doc.toString());
          clearTimeout(timer);
          timer = setTimeout(() => void check(), CHECK_AFTER);
        }),
      ],
    }),
  });
  void check();
  return {
    replace,
    format,
    runAtCursor,
    goToLine: (number) => {
      const line = view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines));
      view.dispatch({
        selection: { anchor: line.from },
        effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
      });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => {
      isGone = true;
      clearTimeout(timer);
      view.destroy();
    },
  };
}

const basics = [
  lineNumbers(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  bracketMatching(),
  closeBrackets(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  requestFileLanguage,
  editorTheme,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
];

interface Commands {
  readonly save: () => void;
  readonly format: () => Promise<void>;
  readonly runAtCursor: () => void;
  readonly runAll: () => void;
}

function commandKeys({ save, format, runAtCursor, runAll }: Commands): { key: string; run: () => boolean }[] {
  const command = (key: string, work: () => unknown): { key: string; run: () => boolean } => ({
    key,
    run: () => {
      work();
      return true;
    },
  });
  return [
    command('Mod-s', save),
    command('Mod-Enter', runAtCursor),
    command('Mod-Shift-Enter', runAll),
    command('Shift-Alt-f', format),
  ];
}

/** Columns count UTF-16 units from 1, as CodeMirror's offsets do from 0. */
function markOf({ line, column, endColumn, message, severity, code }: Diagnostic, doc: Text): Mark {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const start = Math.min(from + Math.max(0, column - 1), to);
  const end = Math.max(start, Math.min(from + Math.max(0, endColumn - 1), to));
  return { from: start, to: end, severity, message, source: code };
}
