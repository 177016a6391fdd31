/**
 * Tells about the word under the pointer, or at the cursor with a key: its findings, the value of a placeholder, or the
 * meaning of a word of the language. It is never drawn over the line of the cursor.
 */
import { forEachDiagnostic, type Diagnostic as Mark } from '@codemirror/lint';
import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { describeWordAt, type DescribedWord } from '../../../src/request-file/describe-word.js';
import { classifyPlaceholder, openingAt } from '../../../src/request-file/text/template.js';
import { fixButtons } from './fixes.js';
import type { PlaceholderValue } from './placeholder-value.js';
import { regionOf } from './region.js';

type LookUp = (name: string) => PlaceholderValue | undefined;

interface Explanation {
  readonly from: number;
  readonly to: number;
  readonly findings: readonly Mark[];
  readonly value?: PlaceholderValue | undefined;
  readonly word?: DescribedWord | undefined;
}

export function explainWords(lookUp: LookUp): Extension {
  const explain = (state: EditorState, pos: number): Tooltip | null => {
    const found = explanationAt(state, pos, lookUp);
    return found === undefined ? null : tooltipFor(state, found);
  };
  return [
    hoverTooltip((view, pos) => explain(view.state, pos), { hideOnChange: true }),
    atCursor,
    // The library has another use for the first key.
    Prec.high(
      keymap.of([
        { key: 'Mod-i', run: (view) => explainAtCursor(view, lookUp, false) },
        { key: 'Mod-.', run: (view) => explainAtCursor(view, lookUp, true) },
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
function explainAtCursor(view: EditorView, lookUp: LookUp, takesFocus: boolean): boolean {
  const { head } = view.state.selection.main;
  const found = explanationAt(view.state, head, lookUp);
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

function explanationAt(state: EditorState, pos: number, lookUp: LookUp): Explanation | undefined {
  const line = state.doc.lineAt(pos);
  const offset = pos - line.from;
  const findings: Mark[] = [];
  forEachDiagnostic(state, (mark, from, to) => {
    if (pos >= from && pos <= to) findings.push({ ...mark, from, to });
  });
  const word = describeWordAt(line.text, regionOf(state, line.number), offset);
  const placeholder = word === undefined ? placeholderAt(line.text, offset) : undefined;
  const value = placeholder && lookUp(placeholder.name);
  const [first] = findings;
  const site = word ?? (value && placeholder);
  if (site === undefined && first === undefined) return undefined;
  const from = site === undefined ? (first?.from ?? pos) : line.from + site.from;
  const to = site === undefined ? (first?.to ?? pos) : line.from + site.to;
  return { from, to, findings, value, word };
}

function placeholderAt(
  line: string,
  offset: number,
): { readonly name: string; readonly from: number; readonly to: number } | undefined {
  for (let at = line.indexOf('{{'); at >= 0 && at <= offset; at = line.indexOf('{{', at + 2)) {
    const { start, end, state } = openingAt(line, at, line.length);
    if (state !== 'closed' || offset > end) continue;
    const found = classifyPlaceholder(line.slice(start + 2, end - 2).trim());
    if (found.kind === 'variable') return { name: found.name, from: start, to: end };
  }
  return undefined;
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
  { findings, value, word }: Explanation,
  takesFocus: boolean,
): HTMLElement {
  const box = element('div', 'cm-explanation');
  for (const mark of findings) {
    const shown = element('div', `cm-explained-finding cm-explained-${mark.severity}`, mark.message);
    shown.append(fixButtons(view, mark, takesFocus && mark === findings[0]));
    box.append(shown);
  }
  if (value !== undefined) {
    const shown = element('div', 'cm-hover-value', value.value);
    shown.append(element('span', 'cm-hover-source', value.source));
    box.append(shown);
  }
  if (word !== undefined) {
    const title = element('div', 'cm-word-title', word.title);
    if (word.grammar !== '') title.append(element('span', 'cm-hover-source', word.grammar));
    box.append(title, element('div', 'cm-word-meaning', word.meaning));
    box.append(element('pre', 'cm-word-example', word.example));
  }
  return box;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}

function spoken({ findings, value, word }: Explanation): string {
  return [
    ...findings.map(({ message }) => message),
    ...(value === undefined ? [] : [`${value.value}, ${value.source}`]),
    ...(word === undefined ? [] : [`${word.title}: ${word.meaning} Example: ${word.example}`]),
  ].join(' ');
}
