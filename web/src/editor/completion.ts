/** Shows the completions of the language in the editor. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { completionsAt } from '../../../src/authoring/complete/complete.js';
import type {
  CompletionItem,
  CompletionKind,
  CompletionNames,
} from '../../../src/authoring/complete/completion-item.js';
import { regionOf } from './region.js';

/** The icons that the editor has. */
const TYPES: Readonly<Record<CompletionKind, string>> = {
  block: 'keyword',
  capture: 'property',
  column: 'property',
  directive: 'keyword',
  file: 'text',
  function: 'function',
  header: 'property',
  key: 'property',
  keyword: 'keyword',
  method: 'method',
  operator: 'operator',
  request: 'function',
  subject: 'property',
  type: 'type',
  value: 'enum',
  variable: 'variable',
};

export function completeWith(
  names: (line: number) => CompletionNames,
): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit: isExplicit }) => {
    const line = state.doc.lineAt(pos);
    const before = state.sliceDoc(line.from, pos);
    const found = completionsAt(
      { before, region: regionOf(state, line.number), isExplicit },
      names(line.number),
    );
    if (found === undefined || found.items.length === 0) return null;
    return { from: line.from + found.column - 1, options: found.items.map(optionOf) };
  };
}

/** The list is sorted by name among options of one boost, which is a number from -99 to 99. */
function optionOf({ label, kind, detail, meaning, insert, rank }: CompletionItem): Completion {
  return {
    label,
    type: TYPES[kind],
    boost: rank >= 2000 ? -50 : Math.max(-99, 99 - (rank % 1000)),
    // The arguments of a function would make the list wider than the names in it.
    ...(detail !== undefined && kind !== 'function' && { detail }),
    ...(meaning !== undefined && { info: meaning }),
    ...(insert !== undefined && { apply: insert }),
  };
}
