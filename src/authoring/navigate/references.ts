/** Everywhere a name is used. */
import type { AnalysedText } from '../analysed-text.js';
import { prefixesOf } from '../occurrences.js';
import { bindNames, bindingAround, type Binding } from './bindings.js';
import { withText } from './definition.js';
import type { FileNames } from './file-names.js';
import { isGlobal, type NamesIndex } from './names-index.js';
import { mayBeSame, type Target } from './targets.js';

export interface Reference {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly isDefinition: boolean;
}

/** In this file first, then by path; without definitions unless they are wanted. */
export async function referencesOf(
  analysed: AnalysedText,
  index: NamesIndex,
  place: { readonly line: number; readonly column: number },
  withDefinitions: boolean,
): Promise<Reference[]> {
  const present = withText(index, analysed);
  const own = bindNames(analysed, present);
  const found = bindingAround(own, place.line, place.column);
  if (found === undefined || !isSearched(found.target)) return [];
  const { target } = found;
  const references = referencesIn(analysed.path, own, target);
  for (const path of filesThatMayMean(target, present).toSorted()) {
    if (path === analysed.path) continue;
    const other = await present.analyse(path);
    if (other !== undefined) references.push(...referencesIn(path, bindNames(other, present), target));
  }
  return withDefinitions ? references : references.filter(({ isDefinition }) => !isDefinition);
}

function isSearched({ kind }: Target): boolean {
  return kind !== 'function' && kind !== 'file' && kind !== 'column';
}

function referencesIn(path: string, bindings: readonly Binding[], target: Target): Reference[] {
  return bindings
    .filter((each) => mayBeSame(target, each.target))
    .map(({ line, column, endColumn, role }) => ({
      path,
      line,
      column,
      endColumn,
      isDefinition: role === 'definition',
    }));
}

/** The paths of files that can see a name; few of them are looked at more closely. */
export function filesThatMayMean(target: Target, index: NamesIndex): string[] {
  const paths: string[] = [];
  for (const file of index.files()) if (mayMean(file, target, index)) paths.push(file.path);
  return paths;
}

function mayMean(file: FileNames, target: Target, index: NamesIndex): boolean {
  switch (target.kind) {
    case 'request':
      return target.place !== undefined && seesFile(file, target.place.path);
    case 'capture':
      return target.givers.some(
        (giver) =>
          seesFile(file, giver.path) || (isGlobal(index, giver, target.name) && usesName(file, target.name)),
      );
    case 'variable':
      return (
        file.path === target.path ||
        file.shares?.includes(target.path) === true ||
        target.givers.some(({ path }) => seesFile(file, path))
      );
    case 'element':
      return file.path === target.path;
    case 'environment':
      return usesName(file, target.name);
    case 'processVariable':
      return file.uses.includes(`$${target.name}`);
    default:
      return false;
  }
}

/** Whether a file is another one or names requests of it. */
function seesFile({ path, others, imports }: FileNames, other: string): boolean {
  return path === other || others.some((each) => each.path === other) || imports?.includes(other) === true;
}

/** Whether a placeholder is the name, or begins with it. */
export function usesName({ uses }: FileNames, name: string): boolean {
  return uses.some((each) => each.startsWith(name) && prefixesOf(each).includes(name));
}
