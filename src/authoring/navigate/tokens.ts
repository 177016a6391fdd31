/** The names of a text whose meaning a grammar cannot tell. */
import type { AnalysedText } from '../analysed-text.js';
import { bindNames } from './bindings.js';
import type { NamesIndex } from './names-index.js';
import type { Target } from './targets.js';

export const TOKEN_TYPES = ['function', 'property', 'variable', 'macro'] as const;
export const TOKEN_MODIFIERS = ['declaration', 'readonly'] as const;

export interface NameToken {
  readonly type: (typeof TOKEN_TYPES)[number];
  readonly modifiers: readonly (typeof TOKEN_MODIFIERS)[number][];
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** Paths of files look like text. */
const TYPES: Readonly<Record<Target['kind'], NameToken['type'] | undefined>> = {
  request: 'function',
  capture: 'property',
  variable: 'variable',
  element: 'variable',
  environment: 'variable',
  processVariable: 'variable',
  column: 'variable',
  function: 'macro',
  file: undefined,
};

/** What no request file gives. */
const OUTSIDE: ReadonlySet<Target['kind']> = new Set(['environment', 'processVariable', 'column']);

const DECLARED = ['declaration'] as const;
const READ_ONLY = ['readonly'] as const;
const PLAIN: readonly [] = [];

/** In the order of the text, none inside of another. */
export function tokensOf(analysed: AnalysedText, index: NamesIndex): NameToken[] {
  const tokens: NameToken[] = [];
  for (const { target, role, line, column, endColumn } of bindNames(analysed, index)) {
    const type = TYPES[target.kind];
    const last = tokens.at(-1);
    if (type === undefined || (last?.line === line && column < last.endColumn)) continue;
    const modifiers = role === 'definition' ? DECLARED : OUTSIDE.has(target.kind) ? READ_ONLY : PLAIN;
    tokens.push({ type, modifiers, line, column, endColumn });
  }
  return tokens;
}
