/** All features, in one list. */
import { codeActions } from './code-actions.js';
import { completion } from './completion.js';
import type { Feature } from './feature.js';
import { formatting } from './formatting.js';
import { semanticTokens } from './semantic-tokens.js';

export const FEATURES: readonly Feature[] = [formatting, completion, codeActions, semanticTokens];
