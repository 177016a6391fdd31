/** What a placeholder under the pointer stands for. */
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';

export interface KnownValue {
  readonly value: string;
  /** Where it comes from, in a few words. */
  readonly source: string;
}

export function hoverValues(lookUp: (name: string) => KnownValue | undefined): Extension {
  return hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    for (const match of line.text.matchAll(/\{\{\s*([\w.$-]+)[^{}]*\}\}/g)) {
      const from = line.from + match.index;
      const to = from + match[0].length;
      if (pos < from || pos > to) continue;
      const known = lookUp(match[1] ?? '');
      if (known === undefined) return null;
      return { pos: from, end: to, above: true, create: () => ({ dom: valueElement(known) }) };
    }
    return null;
  });
}

function valueElement({ value, source }: KnownValue): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-hover-value';
  element.textContent = value;
  const from = document.createElement('span');
  from.className = 'cm-hover-source';
  from.textContent = source;
  element.append(from);
  return element;
}
