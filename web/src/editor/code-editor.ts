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
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type KeyBinding,
} from '@codemirror/view';
import { checkText, formatText } from '../language/language.js';
import type { Finding, Outline } from '../language/messages.js';
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
  /** All findings of a text among the other files; undefined when nobody can say. */
  readonly furtherFindings: (text: string) => Promise<readonly Finding[] | undefined>;
  readonly variables: () => Readonly<Record<string, unknown>>;
  readonly lookUp: (name: string, outline: Outline) => KnownValue | undefined;
  readonly save: () => void;
  /** Without a name the whole file. */
  readonly run: (requestName?: string) => void;
  readonly problem: (text: string) => void;
}

const NOTHING: Outline = { requests: [], variables: [], diagnostics: [] };
const CHECK_AFTER = 150;
const ASK_AFTER = 500;

export class CodeEditor {
  readonly #view: EditorView;
  readonly #options: EditorOptions;
  #outline = NOTHING;
  /** What only the other files show; they move with the text until the next answer comes. */
  #further: readonly Mark[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askTimer: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  constructor(host: HTMLElement, options: EditorOptions) {
    this.#options = options;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const state = EditorState.create({ doc: options.text, extensions: this.#extensions() });
    this.#view = new EditorView({ root, parent: root, state });
    void this.#check();
  }

  /** Replaces the text and keeps the cursor where it can. */
  replace(text: string): void {
    const { state } = this.#view;
    if (state.sliceDoc() === text) return;
    const insert = state.toText(text);
    const anchor = Math.min(state.selection.main.head, insert.length);
    this.#view.dispatch({ changes: { from: 0, to: state.doc.length, insert }, selection: { anchor } });
  }

  async format(): Promise<void> {
    const { state } = this.#view;
    const { text, problem } = await formatText(this.#options.path, state.sliceDoc());
    if (problem !== undefined) this.#options.problem(problem);
    else if (text !== undefined && this.#view.state.doc === state.doc) this.replace(text);
  }

  async runAtCursor(): Promise<void> {
    const { path, run, problem } = this.#options;
    const { doc, selection } = this.#view.state;
    const line = doc.lineAt(selection.main.head).number;
    // The outline may be that of an earlier text, and another request would run.
    const { requests } = await checkText(path, this.#view.state.sliceDoc());
    const wanted = requests.findLast((request) => request.line <= line) ?? requests[0];
    if (wanted === undefined) problem('There is no request to run in this file.');
    else run(wanted.name);
  }

  goToLine(number: number): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.min(Math.max(1, number), doc.lines));
    const effects = EditorView.scrollIntoView(from, { y: 'center' });
    this.#view.dispatch({ selection: { anchor: from }, effects });
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#askTimer);
    this.#view.destroy();
  }

  #extensions(): Extension[] {
    const { path, text, save, run, variables, lookUp } = this.#options;
    return [
      lineBreaks(text),
      commandKeys({
        save,
        format: () => void this.format(),
        runAtCursor: () => void this.runAtCursor(),
        runAll: () => run(),
      }),
      basics,
      autocompletion({ override: [completeWith({ outline: () => this.#outline, variables })] }),
      hoverValues((name) => lookUp(name, this.#outline)),
      runGutter((name) => run(name)),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${path}` }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        this.#options.changed(update.state.sliceDoc());
        this.#further = this.#further.map((mark) => ({
          ...mark,
          from: update.changes.mapPos(mark.from),
          to: update.changes.mapPos(mark.to),
        }));
        clearTimeout(this.#timer);
        // The server is asked once the editor has checked the same text: otherwise both would show a finding.
        clearTimeout(this.#askTimer);
        this.#timer = setTimeout(() => void this.#check(), CHECK_AFTER);
      }),
    ];
  }

  async #check(): Promise<void> {
    const { doc } = this.#view.state;
    const found = await checkText(this.#options.path, this.#view.state.sliceDoc());
    // A newer text is being checked already.
    if (this.#isGone || this.#view.state.doc !== doc) return;
    this.#outline = found;
    const lines = found.requests.map(({ name, requestLine }) => [requestLine, name] as const);
    this.#view.dispatch({ effects: setRunLines.of(lines) });
    this.#showFindings();
    clearTimeout(this.#askTimer);
    this.#askTimer = setTimeout(() => void this.#ask(), ASK_AFTER);
  }

  /** The server knows the other files of the workspace. */
  async #ask(): Promise<void> {
    const { doc } = this.#view.state;
    const found = await this.#options.furtherFindings(this.#view.state.sliceDoc());
    if (found === undefined || this.#isGone || this.#view.state.doc !== doc) return;
    const known = new Set(this.#outline.diagnostics.map(placeOf));
    this.#further = found.filter((each) => !known.has(placeOf(each))).map((each) => markOf(each, doc));
    this.#showFindings();
  }

  #showFindings(): void {
    const { doc } = this.#view.state;
    const { diagnostics } = this.#outline;
    const marks = [...diagnostics.map((each) => markOf(each, doc)), ...this.#further];
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
    const further = this.#further.map((mark) => findingOf(mark, doc));
    const all = [...diagnostics, ...further].sort((a, b) => a.line - b.line || a.column - b.column);
    this.#options.outlined({ ...this.#outline, diagnostics: all });
  }
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

/**
 * What is saved has the line breaks that were there: all of one kind become that kind, and where kinds are mixed
 * a carriage return is a character like others.
 */
function lineBreaks(text: string): Extension {
  if (!text.includes('\r')) return [];
  const isAllCrlf = !/\r(?!\n)|(?<!\r)\n/.test(text);
  return EditorState.lineSeparator.of(isAllCrlf ? '\r\n' : '\n');
}

interface Commands {
  readonly save: () => void;
  readonly format: () => void;
  readonly runAtCursor: () => void;
  readonly runAll: () => void;
}

/** Before the keys of the library, some of which are the same. */
function commandKeys({ save, format, runAtCursor, runAll }: Commands): Extension {
  const command = (key: string, work: () => void): KeyBinding => ({
    key,
    run: () => {
      work();
      return true;
    },
  });
  return keymap.of([
    command('Mod-s', save),
    command('Mod-Enter', runAtCursor),
    command('Mod-Shift-Enter', runAll),
    command('Shift-Alt-f', format),
  ]);
}

function placeOf({ line, column, code }: Finding): string {
  return `${line}:${column}:${code}`;
}

/** Columns count UTF-16 units from 1, as CodeMirror's offsets do from 0. */
function markOf({ line, column, endColumn, message, severity, code }: Finding, doc: Text): Mark {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const start = Math.min(from + Math.max(0, column - 1), to);
  const end = Math.max(start, Math.min(from + Math.max(0, endColumn - 1), to));
  return { from: start, to: end, severity, message, source: code };
}

function findingOf({ from, to, severity, message, source = '' }: Mark, doc: Text): Finding {
  const { number: line, from: start } = doc.lineAt(from);
  const columns = { column: from - start + 1, endColumn: to - start + 1 };
  return { severity: severity === 'error' ? 'error' : 'warning', code: source, message, line, ...columns };
}
