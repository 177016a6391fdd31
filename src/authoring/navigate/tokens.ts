/** The names of a text whose meaning a grammar cannot tell. */
import { occurrencesIn, type AnalysedText } from '../analysed-text.js';
import { rootOf, type Occurrence, type OccurrenceKind } from '../occurrences.js';
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

/** What a name means in its file, or across files. */
type NameKind = OccurrenceKind | Target['kind'];

/** Paths of files look like text. */
const TYPES: Readonly<Record<NameKind, NameToken['type'] | undefined>> = {
  request: 'function',
  capture: 'property',
  variable: 'variable',
  element: 'variable',
  environment: 'variable',
  environmentVariable: 'variable',
  processVariable: 'variable',
  column: 'variable',
  function: 'macro',
  file: undefined,
};

/** What no request file gives. */
const OUTSIDE: ReadonlySet<NameKind> = new Set([
  'environment',
  'environmentVariable',
  'processVariable',
  'column',
]);

const DECLARED = ['declaration'] as const;
const READ_ONLY = ['readonly'] as const;
const PLAIN: readonly [] = [];

/** In the order of the text, none inside of another. `index` is wanted only for a text that names other files. */
export function tokensOf(analysed: AnalysedText, index?: NamesIndex): NameToken[] {
  const tokens: NameToken[] = [];
  for (const place of namesOf(analysed, index)) {
    const { kind, role, line, column, endColumn } = place;
    const type = isDirectiveWord(place, analysed) ? undefined : TYPES[kind];
    const last = tokens.at(-1);
    if (type === undefined || (last?.line === line && column < last.endColumn)) continue;
    const modifiers = role === 'definition' ? DECLARED : OUTSIDE.has(kind) ? READ_ONLY : PLAIN;
    tokens.push({ type, modifiers, line, column, endColumn });
  }
  return tokens;
}

/** Whether a text may use what other files give, so that an index tells more of it. */
export function namesOtherFiles({ file, names }: AnalysedText): boolean {
  return (
    file.imports !== undefined || file.runs !== undefined || names.some((site) => site.file !== undefined)
  );
}

/** The word of `@each` names the element when nothing else does, but looks like that of other directives. */
function isDirectiveWord({ role, name, request }: NamedPlace, { file }: AnalysedText): boolean {
  return role === 'definition' && name === 'each' && file.requests[request]?.metadata.each?.name === name;
}

type NamedPlace = Pick<Occurrence, 'role' | 'name' | 'request' | 'line' | 'column' | 'endColumn'> & {
  readonly kind: NameKind;
};

function namesOf(analysed: AnalysedText, index: NamesIndex | undefined): readonly NamedPlace[] {
  if (index === undefined) return occurrencesIn(analysed);
  // Colours are asked for after every key, and global names of all files would have to be gathered each time.
  const named = { ...index, files: () => [] };
  return bindNames(analysed, named).map(({ target: { kind }, name, ...place }) => ({
    ...place,
    name,
    kind,
    // Of a column only the beginning is marked, as in a text without an index.
    endColumn: kind === 'column' ? place.column + rootOf(name).length : place.endColumn,
  }));
}
