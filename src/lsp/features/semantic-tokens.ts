/** The names that a grammar cannot tell apart. */
import type { SemanticTokensParams } from 'vscode-languageserver';
import {
  namesOtherFiles,
  TOKEN_MODIFIERS,
  TOKEN_TYPES,
  tokensOf,
  type NameToken,
} from '../../authoring/navigate/tokens.js';
import { toPosition } from '../protocol/positions.js';
import type { Feature } from './feature.js';
import { namesFor } from './names.js';

export const semanticTokens: Feature = {
  capabilities: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
      full: true,
    },
  },
  register({ session, onRequest }) {
    onRequest('textDocument/semanticTokens/full', async ({ textDocument }: SemanticTokensParams) => {
      const found = await session.requestFile(textDocument.uri);
      if (found === undefined) return { data: [] };
      const { analysed, document } = found;
      const index = namesOtherFiles(analysed) ? await namesFor(found, session) : undefined;
      return { data: encode(document.text, tokensOf(analysed, index)) };
    });
  },
};

/** Five numbers each, relative to the token before. */
function encode(text: string, tokens: readonly NameToken[]): number[] {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { type, modifiers, column, endColumn, ...token } of tokens) {
    const start = toPosition(text, token.line, column);
    const isSameLine = start.line === line;
    const bits = modifiers.reduce((sum, modifier) => sum + 2 ** TOKEN_MODIFIERS.indexOf(modifier), 0);
    data.push(
      start.line - line,
      isSameLine ? start.character - character : start.character,
      endColumn - column,
      TOKEN_TYPES.indexOf(type),
      bits,
    );
    ({ line, character } = start);
  }
  return data;
}
