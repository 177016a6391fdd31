/** The names that a grammar cannot tell apart. */
import type { SemanticTokensParams } from 'vscode-languageserver';
import { resolveNames, type Occurrence } from '../../authoring/occurrences.js';
import { toPosition } from '../protocol/positions.js';
import type { Feature } from './feature.js';

const TYPES = ['function', 'property', 'variable', 'macro'] as const;
const MODIFIERS = ['declaration', 'readonly'] as const;

/** Files are the grammar's. */
const TYPE_OF: Readonly<Partial<Record<Occurrence['kind'], (typeof TYPES)[number]>>> = {
  request: 'function',
  capture: 'property',
  variable: 'variable',
  environmentVariable: 'variable',
  function: 'macro',
};

export const semanticTokens: Feature = {
  capabilities: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...TYPES], tokenModifiers: [...MODIFIERS] },
      full: true,
    },
  },
  register({ session, onRequest }) {
    onRequest('textDocument/semanticTokens/full', async ({ textDocument }: SemanticTokensParams) => {
      const found = await session.requestFile(textDocument.uri);
      if (found === undefined) return { data: [] };
      const { file, names } = found.analysed;
      return { data: encode(found.document.text, resolveNames(file, names)) };
    });
  },
};

/** Five numbers each, relative to the token before. */
function encode(text: string, occurrences: readonly Occurrence[]): number[] {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const occurrence of occurrences) {
    const type = TYPE_OF[occurrence.kind];
    if (type === undefined) continue;
    const start = toPosition(text, occurrence.line, occurrence.column);
    const isSameLine = start.line === line;
    data.push(
      start.line - line,
      isSameLine ? start.character - character : start.character,
      occurrence.endColumn - occurrence.column,
      TYPES.indexOf(type),
      modifiersOf(occurrence),
    );
    ({ line, character } = start);
  }
  return data;
}

function modifiersOf({ kind, role }: Occurrence): number {
  const isDeclaration = role === 'definition' ? 1 : 0;
  return isDeclaration + (kind === 'environmentVariable' ? 2 : 0);
}
