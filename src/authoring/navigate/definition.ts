/** Where a name is defined. */
import type { AnalysedText } from '../analysed-text.js';
import { bindNames, bindingAround, type Binding } from './bindings.js';
import { summarize, type NamePlace } from './file-names.js';
import { withFiles, type NamesIndex, type RequestPlace } from './names-index.js';
import { keyOf, type Target } from './targets.js';

export type Definition =
  | {
      readonly kind: 'name';
      readonly path: string;
      readonly line: number;
      readonly column: number;
      readonly endColumn: number;
    }
  /** A key of the active environment, else of the dotenv file; `name` has the path behind it. */
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'dotenv'; readonly name: string }
  /** The beginning of a file. */
  | { readonly kind: 'file'; readonly path: string };

/** The span of the name that was asked for, and where it leads to; several places for a name that several requests give. */
export interface FoundDefinition {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly definitions: readonly Definition[];
}

export function definitionAt(
  analysed: AnalysedText,
  index: NamesIndex,
  line: number,
  column: number,
): FoundDefinition | undefined {
  const present = withText(index, analysed);
  const bindings = bindNames(analysed, present);
  const found = bindingAround(bindings, line, column);
  if (found === undefined) return undefined;
  const definitions =
    found.target.kind === 'element'
      ? elementPlace(found, bindings, analysed.path)
      : definitionsOf(found.target, present);
  if (definitions.length === 0) return undefined;
  return { line: found.line, column: found.column, endColumn: found.endColumn, definitions };
}

/** An index in which a text counts as it is now. */
export function withText(index: NamesIndex, analysed: AnalysedText): NamesIndex {
  return withFiles(index, new Map([[analysed.path, { analysed, names: summarize(analysed) }]]));
}

function definitionsOf(target: Target, index: NamesIndex): Definition[] {
  switch (target.kind) {
    case 'request':
      return target.place ? requestPlace(target.place, index) : [];
    case 'capture':
      return target.givers.flatMap((giver) => lastGiven(giver, target.name, index));
    case 'variable':
      return [
        ...variablePlace(target.path, target.name, index),
        ...target.givers.flatMap((giver) => lastGiven(giver, target.name, index)),
      ];
    case 'environment':
      return [{ kind: 'environment', name: target.whole }];
    case 'processVariable':
      return [{ kind: 'dotenv', name: target.name }];
    case 'column':
    case 'file':
      return [{ kind: 'file', path: target.path }];
    default:
      return [];
  }
}

/** Other requests may be repeated for elements of the same name. */
function elementPlace({ target }: Binding, bindings: readonly Binding[], path: string): Definition[] {
  const key = keyOf(target);
  const found = bindings.find((each) => each.role === 'definition' && keyOf(each.target) === key);
  return found === undefined ? [] : [nameAt(path, found)];
}

function requestPlace({ path, request }: RequestPlace, index: NamesIndex): Definition[] {
  const found = index.names(path)?.requests[request];
  if (found === undefined) return [];
  return [nameAt(path, { name: found.name, line: found.nameLine, column: found.column })];
}

/** Of several definitions the last one counts. */
function lastGiven({ path, request }: RequestPlace, name: string, index: NamesIndex): Definition[] {
  const found = index.names(path)?.requests[request]?.given?.findLast((each) => each.name === name);
  return found === undefined ? [] : [nameAt(path, found)];
}

function variablePlace(path: string, name: string, index: NamesIndex): Definition[] {
  const found = index.names(path)?.variables.findLast((each) => each.name === name);
  return found === undefined ? [] : [nameAt(path, found)];
}

function nameAt(path: string, { name, line, column }: NamePlace): Definition {
  return { kind: 'name', path, line, column, endColumn: column + name.length };
}
