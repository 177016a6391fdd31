/** Completions of request files. */
import {
  CompletionItemKind,
  CompletionTriggerKind,
  MarkupKind,
  type CompletionItem,
  type CompletionList,
  type CompletionParams,
} from 'vscode-languageserver';
import { completionsAt } from '../../authoring/complete/complete.js';
import type {
  CompletionItem as Offered,
  CompletionKind,
  Completions,
} from '../../authoring/complete/completion-item.js';
import { regionAt } from '../../request-file/text/line-region.js';
import type { AnalysedDocument, Session } from '../documents/session.js';
import { lineUpTo, toPlace, toPosition, type Place } from '../protocol/positions.js';
import { completionNames, pathCompletions } from './completion-names.js';
import type { Feature } from './feature.js';

const MAX_ITEMS = 200;

const KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  block: CompletionItemKind.Keyword,
  capture: CompletionItemKind.Property,
  column: CompletionItemKind.Field,
  directive: CompletionItemKind.Keyword,
  file: CompletionItemKind.File,
  function: CompletionItemKind.Function,
  header: CompletionItemKind.Property,
  keyword: CompletionItemKind.Keyword,
  method: CompletionItemKind.Method,
  operator: CompletionItemKind.Operator,
  request: CompletionItemKind.Function,
  subject: CompletionItemKind.Property,
  type: CompletionItemKind.TypeParameter,
  value: CompletionItemKind.Value,
  variable: CompletionItemKind.Variable,
};

export const completion: Feature = {
  capabilities: {
    completionProvider: {
      triggerCharacters: ['{', '@', '$', '.', '#', '/', '<', '>'],
      resolveProvider: true,
    },
  },
  register({ session, onRequest }) {
    const explained = new Explained();
    onRequest('textDocument/completion', async (params: CompletionParams) => {
      const found = await session.requestFile(params.textDocument.uri);
      const list = found && (await completeAt(found, params, session));
      return list === undefined ? null : explained.withoutTexts(list);
    });
    onRequest('completionItem/resolve', (item: CompletionItem) => explained.resolve(item));
  },
};

interface OfferedList {
  readonly items: readonly Offered[];
  readonly isIncomplete: boolean;
  readonly range: { readonly start: Place; readonly end: Place };
  readonly text: string;
}

async function completeAt(
  found: AnalysedDocument,
  { position, context }: CompletionParams,
  session: Session,
): Promise<OfferedList | undefined> {
  const { document, analysed } = found;
  const place = toPlace(document.document, position);
  const before = lineUpTo(document.document, place);
  const lines = analysed.text.split(/\r\n|\n|\r/);
  const region = regionAt((number) => lines[number - 1] ?? '', place.line);
  const isExplicit = context?.triggerKind !== CompletionTriggerKind.TriggerCharacter;
  const names = await completionNames(found, { before, line: place.line }, session);
  const completions = completionsAt({ before, region, isExplicit }, names);
  if (completions === undefined) return undefined;
  const word = before.slice(completions.column - 1);
  const items = await allItems(completions, found);
  const fitting = items.length > MAX_ITEMS ? items.filter(({ label }) => fits(label, word)) : items;
  return {
    items: fitting.slice(0, MAX_ITEMS),
    isIncomplete: items.length > MAX_ITEMS,
    range: { start: { line: place.line, column: completions.column }, end: place },
    text: document.text,
  };
}

async function allItems({ items, paths }: Completions, found: AnalysedDocument): Promise<readonly Offered[]> {
  return paths === undefined ? items : pathCompletions(paths, found);
}

/** Whether the letters of the word occur in the label in this order. */
function fits(label: string, word: string): boolean {
  const letters = label.toLowerCase();
  let at = 0;
  for (const letter of word.toLowerCase()) {
    at = letters.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Texts are sent only for the item that the user looks at. */
class Explained {
  #list = 0;
  #texts: readonly (string | undefined)[] = [];

  withoutTexts({ items, isIncomplete, range, text }: OfferedList): CompletionList {
    this.#list += 1;
    this.#texts = items.map(({ documentation }) => documentation);
    const start = toPosition(text, range.start.line, range.start.column);
    const end = toPosition(text, range.end.line, range.end.column);
    const shown = items.map(({ label, kind, detail, insert = label, rank }, index): CompletionItem => ({
      label,
      kind: KINDS[kind],
      ...(detail !== undefined && { detail }),
      sortText: `${String(rank).padStart(6, '0')}${label}`,
      textEdit: { range: { start, end }, newText: insert },
      data: { list: this.#list, index },
    }));
    return { isIncomplete, items: shown };
  }

  resolve(item: CompletionItem): CompletionItem {
    const { list, index } = (item.data ?? {}) as { list?: unknown; index?: unknown };
    const text = list === this.#list && typeof index === 'number' ? this.#texts[index] : undefined;
    if (text === undefined || text === '') return item;
    return { ...item, documentation: { kind: MarkupKind.Markdown, value: text } };
  }
}
