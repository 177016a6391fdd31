/** The names of a text whose meaning a grammar cannot tell. */
import { occurrencesIn, type AnalysedText } from '../analysed-text.js';
import type { OccurrenceKind } from '../occurrences.js';

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
const TYPES: Readonly<Partial<Record<OccurrenceKind, NameToken['type']>>> = {
  request: 'function',
  capture: 'property',
  variable: 'variable',
  environmentVariable: 'variable',
  function: 'macro',
};

const DECLARED = ['declaration'] as const;
const READ_ONLY = ['readonly'] as const;
const PLAIN: readonly [] = [];

/** In the order of the text, none inside of another. */
export function tokensOf(analysed: AnalysedText): NameToken[] {
  const tokens: NameToken[] = [];
  for (const { kind, role, line, column, endColumn } of occurrencesIn(analysed)) {
    const type = TYPES[kind];
    const last = tokens.at(-1);
    if (type === undefined || (last?.line === line && column < last.endColumn)) continue;
    const modifiers = role === 'definition' ? DECLARED : kind === 'environmentVariable' ? READ_ONLY : PLAIN;
    tokens.push({ type, modifiers, line, column, endColumn });
  }
  return tokens;
}
