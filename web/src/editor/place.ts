/** Reports where the cursor and the visible part of the text are, so that going back to a file restores both. */
import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

export interface EditorPlace {
  readonly anchor: number;
  readonly head: number;
  /** The offset of the first visible line, and how many pixels of it are scrolled away. */
  readonly top: number;
  readonly hiddenPixels: number;
}

/** Lines are not measured yet when an editor opens, so the place is named by a line instead of a height. */
export function restorePlace(view: EditorView, { anchor, head, top, hiddenPixels }: EditorPlace): void {
  const end = view.state.doc.length;
  const inside = (offset: number): number => Math.min(Math.max(0, offset), end);
  view.dispatch({
    selection: { anchor: inside(anchor), head: inside(head) },
    effects: EditorView.scrollIntoView(inside(top), { y: 'start', yMargin: -hiddenPixels }),
  });
}

/** At most one report per frame. */
export function keepsPlace(report: (place: EditorPlace, line: number) => void): Extension {
  return ViewPlugin.define((view) => {
    let frame = 0;
    const reportSoon = (): void => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const place = placeOf(view);
        if (place !== undefined) report(place, view.state.doc.lineAt(place.head).number);
      });
    };
    view.scrollDOM.addEventListener('scroll', reportSoon, { passive: true });
    reportSoon();
    return {
      update: ({ selectionSet, docChanged }: ViewUpdate) => {
        if (selectionSet || docChanged) reportSoon();
      },
      destroy: () => {
        cancelAnimationFrame(frame);
        view.scrollDOM.removeEventListener('scroll', reportSoon);
      },
    };
  });
}

/** Undefined while the editor is hidden and therefore has no visible lines. */
function placeOf(view: EditorView): EditorPlace | undefined {
  if (view.scrollDOM.clientHeight === 0) return undefined;
  const { anchor, head } = view.state.selection.main;
  const height = view.scrollDOM.scrollTop - view.documentPadding.top;
  const first = view.lineBlockAtHeight(Math.max(0, height));
  return { anchor, head, top: first.from, hiddenPixels: Math.round(height - first.top) };
}
