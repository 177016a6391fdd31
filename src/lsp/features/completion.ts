/** Completions of request files. */
import {
  CompletionItemKind,
  CompletionTriggerKind,
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
  type CompletionList,
  type CompletionParams,
} from 'vscode-languageserver';
import { linesIn } from '../../authoring/analysed-text.js';
import { completeConfig } from '../../authoring/complete/complete-config.js';
import { completionsAt } from '../../authoring/complete/complete.js';
import {
  completionMarkdown,
  type CompletionItem as Offered,
  type CompletionKind,
  type Completions,
} from '../../authoring/complete/completion-item.js';
import { regionAt } from '../../request-file/text/line-region.js';
import type { Shape } from '../../primitives/shapes/check-shape.js';
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
  key: CompletionItemKind.Property,
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
  register({ session, onRequest, configShape }) {
    const explained = new Explained();
    onRequest('textDocument/completion', async (params: CompletionParams) => {
      const { uri } = params.textDocument;
      const found = await session.requestFile(uri);
      const list = found
        ? await completeAt(found, params, session)
        : await completeSetting(uri, params, session, configShape);
      return list === undefined ? null : explained.withoutTexts(list, session.abilities.snippets);
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
  const lines = linesIn(analysed);
  const region = regionAt((number) => lines[number - 1] ?? '', place.line);
  const isExplicit = context?.triggerKind !== CompletionTriggerKind.TriggerCharacter;
  const names = await completionNames(found, { before, line: place.line }, session);
  const hasSnippets = session.abilities.snippets;
  const completions = completionsAt({ before, region, isExplicit, hasSnippets }, names);
  if (completions === undefined) return undefined;
  const items = await allItems(completions, found);
  return offeredList({ ...completions, items }, before, place, document.text);
}

/** In the config in use. */
async function completeSetting(
  uri: string,
  { position }: CompletionParams,
  session: Session,
  shape: Shape,
): Promise<OfferedList | undefined> {
  const document = session.documents.get(uri);
  const place = document && session.placeOf(document);
  if (document === undefined || place?.kind !== 'config' || place.folder === undefined) return undefined;
  const { folder, path } = place;
  if (path !== (await folder.host.configPath())) return undefined;
  const at = toPlace(document.document, position);
  const text = document.text.replace(/^\ufeff/, '');
  const { names } = await folder.host.environments(undefined);
  const completions = completeConfig({ text, ...at }, shape, names);
  return completions && offeredList(completions, lineUpTo(document.document, at), at, document.text);
}

function offeredList(
  { items, column }: Pick<Completions, 'items' | 'column'>,
  before: string,
  place: Place,
  text: string,
): OfferedList {
  const word = before.slice(column - 1);
  const isMore = items.length > MAX_ITEMS;
  const fitting = isMore ? items.filter(({ label, insert = label }) => fits(insert, word)) : items;
  return {
    items: fitting.slice(0, MAX_ITEMS),
    isIncomplete: isMore,
    range: { start: { line: place.line, column }, end: place },
    text,
  };
}

async function allItems({ items, paths }: Completions, found: AnalysedDocument): Promise<readonly Offered[]> {
  return paths === undefined ? items : pathCompletions(paths, found);
}

/** Whether the letters of the word occur in what is written in their order; paths are written whole. */
function fits(written: string, word: string): boolean {
  const letters = written.toLowerCase();
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
  #texts: readonly string[] = [];

  withoutTexts({ items, isIncomplete, range, text }: OfferedList, hasSnippets: boolean): CompletionList {
    this.#list += 1;
    this.#texts = items.map(completionMarkdown);
    const start = toPosition(text, range.start.line, range.start.column);
    const end = toPosition(text, range.end.line, range.end.column);
    const shown = items.map((item, index): CompletionItem => {
      const { label, kind, detail, insert = label, rank } = item;
      const snippet = hasSnippets ? item.snippet : undefined;
      return {
        label,
        kind: KINDS[kind],
        ...(detail !== undefined && { detail }),
        sortText: `${String(rank).padStart(6, '0')}${label}`,
        // What is typed so far may be a whole path, of which the label is the last part only.
        ...(insert !== label && { filterText: insert }),
        ...(snippet !== undefined && { insertTextFormat: InsertTextFormat.Snippet }),
        textEdit: { range: { start, end }, newText: snippet ?? insert },
        data: { list: this.#list, index },
      };
    });
    return { isIncomplete, items: shown };
  }

  resolve(item: CompletionItem): CompletionItem {
    const { list, index } = (item.data ?? {}) as { list?: unknown; index?: unknown };
    const text = list === this.#list && typeof index === 'number' ? this.#texts[index] : undefined;
    if (text === undefined || text === '') return item;
    return { ...item, documentation: { kind: MarkupKind.Markdown, value: text } };
  }
}
