/** Symbols, folding and lenses of a document. */
import {
  FoldingRangeKind,
  SymbolKind,
  type CodeLens,
  type CodeLensParams,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type FoldingRange,
  type FoldingRangeParams,
} from 'vscode-languageserver';
import { foldingOf } from '../../authoring/outline/folding.js';
import { lensesOf, type RequestLens } from '../../authoring/outline/lenses.js';
import { symbolsOf, type FileSymbol } from '../../authoring/outline/symbols.js';
import { toPosition, toRange } from '../protocol/positions.js';
import type { Feature } from './feature.js';

const KINDS = {
  request: SymbolKind.Method,
  capture: SymbolKind.Property,
  variable: SymbolKind.Variable,
} as const;

export const documentSymbols: Feature = {
  capabilities: { documentSymbolProvider: true },
  register({ session, onRequest }) {
    onRequest('textDocument/documentSymbol', async ({ textDocument }: DocumentSymbolParams) => {
      const found = await session.requestFile(textDocument.uri);
      if (found === undefined) return [];
      const { text } = found.document;
      const shown = ({ kind, name, range, selection, children }: FileSymbol): DocumentSymbol => ({
        name,
        kind: KINDS[kind],
        range: toRange(text, range),
        selectionRange: toRange(text, selection),
        children: children.map(shown),
      });
      return symbolsOf(found.analysed).map(shown);
    });
  },
};

export const folding: Feature = {
  capabilities: { foldingRangeProvider: true },
  register({ session, onRequest }) {
    onRequest('textDocument/foldingRange', async ({ textDocument }: FoldingRangeParams) => {
      const found = await session.requestFile(textDocument.uri);
      return (found ? foldingOf(found.analysed) : []).map(({ kind, line, endLine }): FoldingRange => ({
        startLine: line - 1,
        endLine: endLine - 1,
        kind: kind === 'comments' ? FoldingRangeKind.Comment : FoldingRangeKind.Region,
      }));
    });
  },
};

/** By the action of a lens; the second of them is always performed by the client. */
const LENSES: Readonly<Record<RequestLens['action'], { readonly title: string; readonly command: string }>> =
  {
    run: { title: 'Run', command: 'svc.run' },
    copyAsCurl: { title: 'Copy as curl', command: 'svc.copyAsCurl' },
    runFile: { title: 'Run file', command: 'svc.runFile' },
  };

export const codeLenses: Feature = {
  capabilities: { codeLensProvider: { resolveProvider: false } },
  register({ session, onRequest, canRun }) {
    onRequest('textDocument/codeLens', async ({ textDocument: { uri } }: CodeLensParams) => {
      const { codeLens, clientCommands } = session.settings;
      const found = codeLens ? await session.requestFile(uri) : undefined;
      if (found === undefined) return [];
      const { text } = found.document;
      // A client may run requests in a way of its own where this server cannot.
      const isOffered = ({ action }: RequestLens): boolean =>
        clientCommands.includes(LENSES[action].command) || (canRun && action !== 'copyAsCurl');
      return lensesOf(found.analysed)
        .filter(isOffered)
        .map(({ action, line }): CodeLens => {
          const at = toPosition(text, line, 1);
          const argument = action === 'runFile' ? { uri } : { uri, line };
          return { range: { start: at, end: at }, command: { ...LENSES[action], arguments: [argument] } };
        });
    });
  },
};
