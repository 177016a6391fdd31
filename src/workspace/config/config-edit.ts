import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../errors.js';
import { checkConfig } from './config-check.js';
import { applySplices, planSplices } from './config-splice.js';
import { configProblems, problemsError, stripByteOrderMark } from './config-text.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { pathText } from './config-messages.js';
import { FORBIDDEN_KEYS } from './yaml-data.js';
import { renameKey } from './config-rename.js';
import { readYaml, type YamlText } from './yaml-text.js';

export interface ConfigEdit {
  readonly path: readonly string[];
  /** JSON value to set; undefined removes the key. */
  readonly value?: unknown;
  /** Renames the key where it stands, before the other edits; its value and its comments stay. */
  readonly newName?: string;
}

/**
 * The text with some keys changed and every other byte kept. The result is parsed again and has to give exactly the
 * intended data; an invalid text, or one that cannot be changed without touching more, is refused. Maps are changed entry
 * by entry, so that comments within them stay.
 */
export function editConfigText(
  text: string,
  allEdits: readonly ConfigEdit[],
  shown = 'service.yaml',
): string {
  const mark = text.slice(0, text.length - stripByteOrderMark(text).length);
  const edits = allEdits.filter(({ newName }) => newName === undefined);
  let current = stripByteOrderMark(text);
  let yaml = readValid(current, shown);
  for (const { path, newName } of allEdits) {
    if (newName === undefined) continue;
    refuseForbidden(newName);
    const renamed = renameKey(yaml, current, path, newName);
    if (renamed === undefined) throw unintendedChangeError(shown);
    current = renamed;
    yaml = readValid(current, shown);
  }
  const wanted = applyEdits(yaml.data, edits);
  const untouched = withoutEdited(yaml.data, edits);
  for (let pass = 0; !isDeepStrictEqual(yaml.data, wanted); pass += 1) {
    const splices = pass < MAX_PASSES ? planSplices(yaml, current, wanted) : [];
    if (splices.length === 0) throw unintendedChangeError(shown);
    current = applySplices(current, splices);
    yaml = readYaml(current);
    if (yaml.problems.some(({ code }) => code === 'unknown_alias')) throw sharedValueError(shown);
    if (yaml.problems.length > 0) throw unintendedChangeError(shown);
    if (!isDeepStrictEqual(withoutEdited(yaml.data, edits), untouched)) throw sharedValueError(shown);
  }
  return mark + current;
}

/** Entries of a flow map are removed one per pass. */
const MAX_PASSES = 2000;

function readValid(text: string, shown: string): YamlText {
  const yaml = readYaml(text);
  const problems = configProblems(yaml);
  if (problems.length > 0) throw problemsError(shown, problems);
  return yaml;
}

function applyEdits(data: unknown, edits: readonly ConfigEdit[]): unknown {
  const wanted = deepCopy(data);
  for (const { path, value } of edits) {
    path.forEach(refuseForbidden);
    const holder = findHolder(wanted, path, value !== undefined);
    const name = path.at(-1);
    if (name === undefined || (!holder && value !== undefined)) {
      throw new ServiceError('usage', `${pathText(path)} cannot be set: a part of it is not a map`);
    }
    if (value === undefined) delete holder?.[name];
    else if (holder) holder[name] = deepCopy(value);
  }
  const [problem] = checkConfig(wanted);
  if (problem) throw new ServiceError('usage', problem.message);
  return wanted;
}

/** Aliases put one object in several places; the copy has one object for each place. */
function deepCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepCopy);
  if (!isPlainObject(value)) return value;
  const entries = entriesOf(value).filter(([, item]) => item !== undefined);
  return objectFrom(
    entries.map(([name, item]) => {
      refuseForbidden(name);
      return [name, deepCopy(item)] as const;
    }),
  );
}

function refuseForbidden(name: string): void {
  if (FORBIDDEN_KEYS.has(name)) throw new ServiceError('usage', `key "${name}" is not allowed`);
}

/** The data except for the edited keys, which must not change. */
function withoutEdited(data: unknown, edits: readonly ConfigEdit[]): unknown {
  const rest = deepCopy(data);
  for (const { path } of edits) {
    const holder = findHolder(rest, path, false);
    if (holder) delete holder[path.at(-1) ?? ''];
  }
  return pruneEmptyMaps(rest);
}

/** Maps that an edit creates or empties do not count as other changes. */
function pruneEmptyMaps(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, pruneEmptyMaps(item)] as const);
  return Object.fromEntries(
    entries.filter(([, item]) => !(isPlainObject(item) && Object.keys(item).length === 0)),
  );
}

function findHolder(
  root: unknown,
  path: readonly string[],
  isCreating: boolean,
): Record<string, unknown> | undefined {
  let holder: Record<string, unknown> | undefined = isPlainObject(root) ? root : undefined;
  for (const name of path.slice(0, -1)) {
    if (isCreating && holder && !Object.hasOwn(holder, name)) holder[name] = {};
    const inner: unknown = holder && Object.hasOwn(holder, name) ? holder[name] : undefined;
    holder = isPlainObject(inner) ? inner : undefined;
  }
  return holder;
}

function sharedValueError(shown: string): ServiceError {
  return new ServiceError(
    'input',
    `${shown} shares the value in several places by an anchor; change it by hand`,
  );
}

function unintendedChangeError(shown: string): ServiceError {
  return new ServiceError(
    'internal',
    `${shown} cannot be changed without touching more than asked for; change it by hand`,
  );
}
