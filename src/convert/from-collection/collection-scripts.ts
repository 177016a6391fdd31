/** The scripts of a collection as a whole: whether there are any, and which variables they store. */
import { list, mapping, type Mapping } from '../../documents/plain-data.js';
import type { VariableSet } from '../../request-file/model/model.js';
import { storedName } from '../../request-file/scripts/stored-name.js';
import { looseText } from '../foreign-template.js';
import type { ImportedVariables } from '../imported-variables.js';
import {
  constantSets,
  joinParts,
  readScripts,
  type PlacedScript,
  type ScriptParts,
  type ScriptReading,
  type Translator,
} from '../translated-scripts.js';

const NOTHING = {
  assertions: [],
  captures: [],
  sets: [],
  changes: [],
  schemas: [],
  reports: [],
  ignored: [],
};

/** For collections without scripts, so that the parser of scripts is not loaded. */
export const NO_TRANSLATOR: Translator = { script: () => NOTHING, assertion: () => NOTHING };

/** The texts of all scripts of an item and of everything inside. */
function* scriptTexts(item: Mapping): Generator<string> {
  for (const value of list(item['event'])) {
    const text = scriptText(mapping(value));
    if (text.trim() !== '') yield text;
  }
  yield* innerTexts(item);
}

function* innerTexts(item: Mapping): Generator<string> {
  for (const value of list(item['item'])) {
    const inner = mapping(value);
    if (inner !== undefined) yield* scriptTexts(inner);
  }
}

function scriptText(event: Mapping | undefined): string {
  const script = event?.['script'];
  const lines = mapping(script)?.['exec'] ?? script;
  return Array.isArray(lines) ? lines.map(looseText).join('\n') : looseText(lines);
}

export function hasScripts(collection: Mapping): boolean {
  return scriptTexts(collection).next().done !== true;
}

const STORED = /\bset(?:EnvironmentVariable|GlobalVariable)?\(\s*(["'`])([^"'`\\\r\n]{1,200})\1/g;

/** Names that scripts store values in and that a request file has to write in another way. */
export function storedNames(collection: Mapping): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of scriptTexts(collection))
    for (const [, , name = ''] of text.matchAll(STORED)) if (storedName(name) !== name) names.add(name);
  return names;
}

/** Names that scripts store values in, other than those of the collection before a request. */
export function namesStoredInside(collection: Mapping): ReadonlySet<string> {
  const after = list(collection['event'])
    .map(mapping)
    .filter((event) => event?.['listen'] !== 'prerequest')
    .map(scriptText);
  const names = new Set<string>();
  for (const texts of [after, innerTexts(collection)])
    for (const text of texts)
      for (const [, , name = ''] of text.matchAll(STORED)) names.add(storedName(name));
  return names;
}

/** Whether a script belongs to the collection as a whole. */
function isOfCollection({ place }: PlacedScript): boolean {
  return place.startsWith('/event');
}

/**
 * Constants of the collection become variables of the file, unless it has another value under that name already, or
 * scripts of requests and folders store one.
 */
function keptSets(
  sets: readonly VariableSet[],
  variables: ImportedVariables,
  storedInside: ReadonlySet<string>,
): VariableSet[] {
  const constants = constantSets(sets);
  return sets.filter(({ name, value, global }) => {
    if (global === true || !constants.has(name) || storedInside.has(name)) return true;
    if (variables.isReserved(name) && variables.valueOf(name) !== value) return true;
    variables.reserve(name, value);
    return false;
  });
}

export interface ScriptContext {
  readonly reading: ScriptReading;
  readonly variables: ImportedVariables;
  /** Names that other scripts than those of the whole collection store values in. */
  readonly storedInside: ReadonlySet<string>;
}

/** What the scripts of a request and of everything around it give, outermost first. */
export function readCollectionScripts(
  scripts: readonly PlacedScript[],
  name: string,
  { reading, variables, storedInside }: ScriptContext,
): ScriptParts {
  const outer = readScripts(scripts.filter(isOfCollection), name, reading);
  const own = scripts.filter((script) => !isOfCollection(script));
  const inner = readScripts(own, name, reading);
  return joinParts({ ...outer, sets: keptSets(outer.sets, variables, storedInside) }, inner);
}
