/** All features, in one list. */
import { codeActions } from './code-actions.js';
import { commands } from './commands.js';
import { completion } from './completion.js';
import type { Feature } from './feature.js';
import { formatting } from './formatting.js';
import { hover } from './hover.js';
import { definition, references, rename } from './navigation.js';
import { codeLenses, documentSymbols, folding } from './outline.js';
import { semanticTokens } from './semantic-tokens.js';
import { folderRequests, workspaceSymbols } from './workspace-symbols.js';

export const FEATURES: readonly Feature[] = [
  formatting,
  completion,
  hover,
  documentSymbols,
  workspaceSymbols,
  definition,
  references,
  rename,
  codeLenses,
  codeActions,
  semanticTokens,
  folding,
  commands,
  folderRequests,
];
