/** A button beside every request line that runs the request. */
import { RangeSet, StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { gutter, GutterMarker, type EditorView } from '@codemirror/view';

export const setRunLines = StateEffect.define<readonly (readonly [line: number, requestName: string])[]>();

export function runGutter(run: (requestName: string) => void): Extension {
  return [
    runMarks,
    gutter({
      class: 'cm-run-gutter',
      markers: (view) => view.state.field(runMarks),
      domEventHandlers: {
        mousedown: (view, line) => {
          const marker = markAt(view, line.from);
          if (marker !== undefined) run(marker.requestName);
          return marker !== undefined;
        },
      },
    }),
  ];
}

class RunMark extends GutterMarker {
  constructor(readonly requestName: string) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof RunMark && other.requestName === this.requestName;
  }

  override toDOM(): Node {
    const button = document.createElement('button');
    button.className = 'cm-run-mark';
    button.tabIndex = -1;
    button.title = `Run ${this.requestName} (Ctrl+Enter)`;
    button.setAttribute('aria-label', `Run ${this.requestName}`);
    button.textContent = '▶';
    return button;
  }
}

const runMarks = StateField.define<RangeSet<RunMark>>({
  create: () => RangeSet.empty,
  update(marks, { changes, effects, state }) {
    let next = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(setRunLines)) continue;
      const ranges: Range<RunMark>[] = effect.value.flatMap(([number, name]) =>
        number > state.doc.lines ? [] : [new RunMark(name).range(state.doc.line(number).from)],
      );
      next = RangeSet.of(ranges, true);
    }
    return next;
  },
});

function markAt(view: EditorView, from: number): RunMark | undefined {
  let found: RunMark | undefined;
  view.state.field(runMarks).between(from, from, (_from, _to, marker) => {
    found = marker;
  });
  return found;
}
