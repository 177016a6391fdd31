/** The editor of a merged text: parts of it can be exchanged while everything typed by hand stays. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { requestFileLanguage } from './highlight.js';
import { lineBreaks } from './line-breaks.js';
import { editorTheme } from './theme.js';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface ResultOptions {
  readonly text: string;
  /** The parts of the text, by offsets. */
  readonly ranges: readonly TextRange[];
  /** The text whose line breaks are used. */
  readonly original: string;
  readonly label: string;
}

export class ResultEditor {
  readonly #view: EditorView;

  constructor(host: HTMLElement, { text, ranges, original, label }: ResultOptions) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const state = EditorState.create({ doc: text, extensions: extensions(original, label) });
    this.#view = new EditorView({ root, parent: root, state });
    this.#view.dispatch({ effects: setRanges.of(ranges) });
  }

  text(): string {
    return this.#view.state.sliceDoc();
  }

  /** Puts another text in the place of a part and shows it. */
  exchange(index: number, insert: string): void {
    const { state } = this.#view;
    const range = state.field(partRanges)[index];
    if (range === undefined) return;
    const isLast = range.to === state.doc.length && range.from < range.to;
    const text = isLast && insert.endsWith('\n') ? insert.slice(0, -1) : insert;
    const ranges = state.field(partRanges);
    const shift = text.length - (range.to - range.from);
    this.#view.dispatch({
      changes: { from: range.from, to: range.to, insert: state.toText(text) },
      effects: [
        setRanges.of(
          ranges.map((each, at) =>
            at < index
              ? each
              : at === index
                ? { from: each.from, to: each.to + shift }
                : { from: each.from + shift, to: each.to + shift },
          ),
        ),
        EditorView.scrollIntoView(range.from, { y: 'center' }),
      ],
    });
  }

  destroy(): void {
    this.#view.destroy();
  }
}

const setRanges = StateEffect.define<readonly TextRange[]>();

/** Follows what is typed; a text typed at the edge of a part belongs to it. */
const partRanges = StateField.define<readonly TextRange[]>({
  create: () => [],
  update(ranges, { changes, effects, docChanged }) {
    for (const effect of effects) if (effect.is(setRanges)) return effect.value;
    if (!docChanged) return ranges;
    return ranges.map(({ from, to }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) }));
  },
});

function extensions(original: string, label: string): Extension {
  return [
    lineBreaks(original),
    partRanges,
    lineNumbers(),
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    requestFileLanguage,
    editorTheme,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    keymap.of([...defaultKeymap, ...historyKeymap]),
  ];
}
