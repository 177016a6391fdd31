/**
 * Tells about the word under the pointer, or at the cursor with a key: its findings, the value of a placeholder, or the
 * meaning of a word of the language. It is never drawn over the line of the cursor.
 */
import { forEachDiagnostic, type Diagnostic as Mark } from '@codemirror/lint';
import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { hoverAt } from '../../../src/authoring/hover/hover.js';
import type { Hover, HoverContext } from '../../../src/authoring/hover/hover-context.js';
import { fixButtons } from './fixes.js';
import { regionOf } from './region.js';

interface Explanation {
  readonly from: number;
  readonly to: number;
  readonly findings: readonly Mark[];
  readonly hover?: Hover | undefined;
}

export function explainWords(context: () => HoverContext): Extension {
  const explain = (state: EditorState, pos: number): Tooltip | null => {
    const found = explanationAt(state, pos, context());
    return found === undefined ? null : tooltipFor(state, found);
  };
  return [
    hoverTooltip((view, pos) => explain(view.state, pos), { hideOnChange: true }),
    atCursor,
    // The library has another use for the first key.
    Prec.high(
      keymap.of([
        { key: 'Mod-i', run: (view) => explainAtCursor(view, context(), false) },
        { key: 'Mod-.', run: (view) => explainAtCursor(view, context(), true) },
        { key: 'Escape', run: hideAtCursor },
      ]),
    ),
  ];
}

const setAtCursor = StateEffect.define<Tooltip | null>();

const atCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setAtCursor)) return effect.value;
    return docChanged || selection !== undefined ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** With the focus on the first fix, if there is one and it is wanted. */
function explainAtCursor(view: EditorView, context: HoverContext, takesFocus: boolean): boolean {
  const { head } = view.state.selection.main;
  const found = explanationAt(view.state, head, context);
  view.dispatch({
    effects: [
      setAtCursor.of(found === undefined ? null : tooltipFor(view.state, found, takesFocus)),
      // Read by screen readers, which do not see the box.
      EditorView.announce.of(found === undefined ? 'Nothing to tell about this word.' : spoken(found)),
    ],
  });
  return true;
}

function hideAtCursor(view: EditorView): boolean {
  if (view.state.field(atCursor) === null) return false;
  view.dispatch({ effects: setAtCursor.of(null) });
  return true;
}

function explanationAt(state: EditorState, pos: number, context: HoverContext): Explanation | undefined {
  const line = state.doc.lineAt(pos);
  const findings: Mark[] = [];
  forEachDiagnostic(state, (mark, from, to) => {
    if (pos >= from && pos <= to) findings.push({ ...mark, from, to });
  });
  const hover = hoverAt(
    {
      text: line.text,
      region: regionOf(state, line.number),
      line: line.number,
      column: pos - line.from + 1,
    },
    context,
  );
  const [first] = findings;
  if (hover === undefined && first === undefined) return undefined;
  const from = hover === undefined ? (first?.from ?? pos) : line.from + hover.range.column - 1;
  const to = hover === undefined ? (first?.to ?? pos) : line.from + hover.range.endColumn - 1;
  return { from, to, findings, hover };
}

/** Above the word, or below it where above would hide the line of the cursor. */
function tooltipFor(state: EditorState, found: Explanation, takesFocus = false): Tooltip {
  const cursorLine = state.doc.lineAt(state.selection.main.head).number;
  const above = cursorLine >= state.doc.lineAt(found.from).number;
  return {
    pos: found.from,
    end: found.to,
    above,
    strictSide: true,
    // The text of a line is lower than the line.
    create: (view) => ({ dom: explanationElement(view, found, takesFocus), offset: { x: 0, y: 4 } }),
  };
}

function explanationElement(
  view: EditorView,
  { findings, hover }: Explanation,
  takesFocus: boolean,
): HTMLElement {
  const box = element('div', 'cm-explanation');
  for (const mark of findings) {
    const shown = element('div', `cm-explained-finding cm-explained-${mark.severity}`, mark.message);
    shown.append(fixButtons(view, mark, takesFocus && mark === findings[0]));
    box.append(shown);
  }
  if (hover?.source !== undefined) {
    const shown = element('div', 'cm-hover-value', hover.value ?? hover.title);
    shown.append(element('span', 'cm-hover-source', originOf(hover)));
    box.append(shown);
  } else if (hover !== undefined) {
    const title = element('div', 'cm-word-title', hover.title);
    if (hover.grammar !== undefined) title.append(element('span', 'cm-hover-source', hover.grammar));
    box.append(title, element('div', 'cm-word-meaning', hover.meaning));
    if (hover.place !== undefined) box.append(element('div', 'cm-hover-source', hover.place));
    if (hover.example !== undefined) box.append(element('pre', 'cm-word-example', hover.example));
  }
  return box;
}

/** Where a value comes from, and where that is written. */
function originOf({ source = '', place }: Hover): string {
  return place === undefined ? source : `${source}, ${place}`;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}

function spoken({ findings, hover }: Explanation): string {
  const parts = findings.map(({ message }) => message);
  if (hover?.source !== undefined) parts.push(`${hover.value ?? hover.title}, ${originOf(hover)}`);
  else if (hover !== undefined) {
    const { title, grammar, meaning = '', example } = hover;
    // The form of a value is long and seldom asked for; method and URL are all that a request has.
    parts.push(`${title}${example === undefined && grammar !== undefined ? `, ${grammar}` : ''}: ${meaning}`);
    if (example !== undefined) parts.push(`Example: ${example}`);
  }
  return parts.join(' ');
}
