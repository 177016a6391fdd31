/**
 * The editor of request files. It lives in a shadow tree, where CodeMirror uses a constructed style sheet. The content
 * security policy allows that, but refuses style elements.
 */
import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { history, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { linter, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { highlightSelectionMatches } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  lineNumbers,
} from '@codemirror/view';
import type { CompletionNames } from '../../../src/authoring/complete/completion-item.js';
import { checkText, formatText } from '../language/language.js';
import type { Finding, Outline } from '../language/messages.js';
import { completeWith } from './completion.js';
import { goesToDefinitions } from './definition.js';
import { findingOf, markOf, placeOf } from './finding-marks.js';
import { requestFileLanguage } from './highlight.js';
import { explainWords } from './hover.js';
import { hoverContext, type EditorValues } from './hover-context.js';
import { editorKeys } from './keys.js';
import { lineBreaks } from './line-breaks.js';
import { keepsPlace, restorePlace, type EditorPlace } from './place.js';
import { renamesNames } from './rename.js';
import { runGutter, setRunLines } from './run-gutter.js';
import { changesBetween } from './text-changes.js';
import { editorTheme } from './theme.js';

export interface EditorOptions {
  readonly path: string;
  readonly text: string;
  /** The saved text; what differs from it is an edit that can be undone. */
  readonly stored: string;
  readonly onChange: (text: string) => void;
  readonly onOutline: (outline: Outline) => void;
  /** All findings of a text, including those that need other files; undefined if the server cannot be reached. */
  readonly serverFindings: (text: string) => Promise<readonly Finding[] | undefined>;
  /** The active environment at the moment. */
  readonly values: () => EditorValues;
  readonly save: () => void;
  /** Runs one request, or the whole file without a name. */
  readonly run: (requestName?: string) => void;
  readonly toggleFindings: () => void;
  readonly onProblem: (text: string) => void;
  /** Where the file was left the last time. */
  readonly place: EditorPlace | undefined;
  readonly onPlace: (place: EditorPlace, line: number) => void;
}

const EMPTY_OUTLINE: Outline = { requests: [], variables: [], diagnostics: [] };
const CHECK_DELAY_MS = 150;
const SERVER_CHECK_DELAY_MS = 500;

export class CodeEditor {
  readonly #view: EditorView;
  readonly #options: EditorOptions;
  #outline = EMPTY_OUTLINE;
  /** Findings that need other files; they move with the text until the server has checked again. */
  #serverMarks: readonly Mark[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #serverTimer: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  constructor(host: HTMLElement, options: EditorOptions) {
    this.#options = options;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const state = EditorState.create({ doc: options.stored, extensions: this.#extensions() });
    this.#view = new EditorView({ root, parent: root, state });
    this.replace(options.text);
    if (options.place !== undefined) restorePlace(this.#view, options.place);
    void this.#check();
  }

  /** Replaces the text; cursor and view stay at the lines that are in both. */
  replace(text: string): void {
    const { doc } = this.#view.state;
    const changes = changesBetween(doc.toString(), this.#view.state.toText(text).toString());
    // One step to undo, apart from what was typed just before.
    if (changes.length > 0) this.#view.dispatch({ changes, annotations: isolateHistory.of('full') });
  }

  async format(): Promise<void> {
    const { state } = this.#view;
    const { text, problem } = await formatText(this.#options.path, state.sliceDoc());
    if (problem !== undefined) this.#options.onProblem(problem);
    else if (text !== undefined && this.#view.state.doc === state.doc) this.replace(text);
  }

  async runAtCursor(): Promise<void> {
    const { path, run, onProblem: problem } = this.#options;
    const { doc, selection } = this.#view.state;
    const line = doc.lineAt(selection.main.head).number;
    // The outline may belong to an earlier text, so that another request would run.
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

  /** Called when something outside of the text has changed what the server says about it. */
  checkAgain(): void {
    clearTimeout(this.#serverTimer);
    this.#serverTimer = setTimeout(() => void this.#checkOnServer(), SERVER_CHECK_DELAY_MS);
  }

  /** Called when the editor is about to become smaller, which is measured in the next frame. */
  keepCursorVisible(): void {
    requestAnimationFrame(() => {
      if (this.#isGone) return;
      const { head } = this.#view.state.selection.main;
      this.#view.dispatch({ effects: EditorView.scrollIntoView(head) });
    });
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#serverTimer);
    this.#view.destroy();
  }

  #extensions(): Extension[] {
    const { path, text, save, run, values, onPlace, onProblem, toggleFindings } = this.#options;
    const names = (line: number): CompletionNames => ({
      requests: this.#outline.requests,
      elements: this.#outline.requests.findLast((each) => each.line <= line)?.placeholders ?? [],
      variables: this.#outline.variables.map(({ name }) => name),
      environment: [...Object.keys(values().variables), ...values().clientVariables],
    });
    return [
      lineBreaks(text),
      editorKeys({
        save,
        toggleFindings,
        format: () => void this.format(),
        runAtCursor: () => void this.runAtCursor(),
        runAll: () => run(),
      }),
      basics,
      autocompletion({ override: [completeWith(names)] }),
      explainWords(() => hoverContext(this.#outline, values())),
      goesToDefinitions(path),
      renamesNames(path, onProblem),
      runGutter((name) => run(name)),
      keepsPlace(onPlace),
      EditorView.contentAttributes.of({
        'aria-label': `Text of ${path}`,
        tabindex: '0',
        'aria-description': 'Tab completes; Escape and then Tab leaves the editor.',
      }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        this.#options.onChange(update.state.sliceDoc());
        this.#serverMarks = this.#serverMarks.map((mark) => ({
          ...mark,
          from: update.changes.mapPos(mark.from),
          to: update.changes.mapPos(mark.to),
        }));
        clearTimeout(this.#timer);
        // The server checks after the editor, because otherwise both would show the same finding.
        clearTimeout(this.#serverTimer);
        this.#timer = setTimeout(() => void this.#check(), CHECK_DELAY_MS);
      }),
    ];
  }

  async #check(): Promise<void> {
    const { doc } = this.#view.state;
    const found = await checkText(this.#options.path, this.#view.state.sliceDoc());
    // A newer text will be checked.
    if (this.#isGone || this.#view.state.doc !== doc) return;
    this.#outline = found;
    const lines = found.requests.map(({ name, requestLine }) => [requestLine, name] as const);
    this.#view.dispatch({ effects: setRunLines.of(lines) });
    this.#showFindings();
    this.checkAgain();
  }

  /** The server checks the text together with the other files of the workspace. */
  async #checkOnServer(): Promise<void> {
    const { doc } = this.#view.state;
    const found = await this.#options.serverFindings(this.#view.state.sliceDoc());
    if (found === undefined || this.#isGone || this.#view.state.doc !== doc) return;
    const shownPlaces = new Set(this.#outline.diagnostics.map(placeOf));
    this.#serverMarks = found
      .filter((each) => !shownPlaces.has(placeOf(each)))
      .map((each) => markOf(each, doc));
    this.#showFindings();
  }

  #showFindings(): void {
    const { doc } = this.#view.state;
    const { diagnostics } = this.#outline;
    const marks = [...diagnostics.map((each) => markOf(each, doc)), ...this.#serverMarks];
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
    const further = this.#serverMarks.map((mark) => findingOf(mark, doc));
    const all = [...diagnostics, ...further].sort((a, b) => a.line - b.line || a.column - b.column);
    this.#options.onOutline({ ...this.#outline, diagnostics: all });
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
  // Findings are told by the box over words, which keeps clear of the cursor.
  linter(null, { tooltipFilter: () => [] }),
];
