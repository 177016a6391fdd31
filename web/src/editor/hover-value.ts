/** Shows the value of the placeholder under the pointer. */
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';

export interface PlaceholderValue {
  readonly value: string;
  /** A short description of where the value comes from. */
  readonly source: string;
}

export function hoverValues(lookUp: (name: string) => PlaceholderValue | undefined): Extension {
  return hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    for (const match of line.text.matchAll(/\{\{\s*([\w.$-]+)[^{}]*\}\}/g)) {
      const from = line.from + match.index;
      const to = from + match[0].length;
      if (pos < from || pos > to) continue;
      const found = lookUp(match[1] ?? '');
      if (found === undefined) return null;
      return { pos: from, end: to, above: true, create: () => ({ dom: valueElement(found) }) };
    }
    return null;
  });
}

function valueElement({ value, source }: PlaceholderValue): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-hover-value';
  element.textContent = value;
  const from = document.createElement('span');
  from.className = 'cm-hover-source';
  from.textContent = source;
  element.append(from);
  return element;
}
